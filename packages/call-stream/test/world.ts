import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import {
  Client,
  credentials,
  Server,
  ServerCredentials,
  type ClientOptions,
  type MethodDefinition,
  type ServerOptions,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import {
  makeLocalCertificates,
  readCertificate,
  type LocalCertificates,
} from '@wallet-service/local-certificates';
import { connectTo, type Connection, type Peer } from '../src/connection.js';
import { createCallClient, startCallServer, status, type CallClient, type CallServer } from '../src/index.js';
import type { CallServerOptions } from '../src/index.js';
import { prefixBytes, writePrefix } from '../src/message-reader.js';
import { OutgoingCall, type CallEnd, type OutgoingCallOptions } from '../src/outgoing-call.js';
import { resolverOf } from '../src/targets.js';

export const service = 'test.v1.Echo';
export const pathOf = (method: string): string => `/${service}/${method}`;

/** Both with TLS. */
export const transports = ['unix', 'tcp'] as const;
export type Transport = (typeof transports)[number];

/** An error of the test's servers: its text is what the caller gets. */
export class Told extends Error {}

/** Certificates, sockets, and what a test has opened, which `close` ends in reverse order. */
export class World {
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'wire-'));
  readonly #closers: (() => unknown)[] = [];
  #files: LocalCertificates | undefined;
  #sockets = 0;

  async prepare(): Promise<void> {
    this.#files = await makeLocalCertificates(path.join(this.folder, 'tls'), new Date());
  }

  files(name: keyof LocalCertificates): LocalCertificates[typeof name] {
    if (!this.#files) throw new Error('prepare first');
    return this.#files[name];
  }

  tls(name: keyof LocalCertificates): ReturnType<typeof readCertificate> {
    return readCertificate(this.files(name));
  }

  socket(): string {
    return `unix:${path.join(this.folder, `${++this.#sockets}.sock`)}`;
  }

  /** Where a server of the test will listen, and what to connect to. */
  async address(transport: Transport): Promise<string> {
    if (transport === 'unix') return this.socket();
    for (;;) {
      // Below the ports that Linux gives to outgoing connections, one of which could take it before the server does.
      const port = randomInt(10_000, 12_000);
      if (await isFree(port)) return `127.0.0.1:${port}`;
    }
  }

  later(close: () => unknown): void {
    this.#closers.push(close);
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close();
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  peer(target: string, serverName = 'wallet', name: keyof LocalCertificates = 'gateway'): Peer {
    return { resolve: resolverOf(target), secure: createSecureContext(this.tls(name)), serverName };
  }

  /** A connection of the gateway to a server that has the name `wallet`. */
  async connection(target: string): Promise<Connection> {
    const opened = await connectTo(this.peer(target), AbortSignal.timeout(60_000));
    this.later(() => {
      opened.destroy();
    });
    return opened;
  }

  /** Of our server as `wallet`. `Echo` is for the gateway alone. */
  optionsOf(
    listen: string,
    dispatch: CallServerOptions['dispatch'] = (call) => Promise.resolve(call.request),
    options: Partial<CallServerOptions> = {},
  ): CallServerOptions {
    return {
      service,
      allowed: { Echo: ['gateway'], Closed: [] },
      dispatch,
      encodeError: (error) => ({
        bytes: Buffer.from(error instanceof Told ? error.message : 'internal'),
        status: error instanceof Told ? status.FAILED_PRECONDITION : status.INTERNAL,
      }),
      refuse: (reason) => new Told(reason),
      listen,
      tls: this.tls('wallet'),
      ready: () => true,
      ...options,
    };
  }

  async ours(...options: Parameters<World['optionsOf']>): Promise<CallServer> {
    const server = await startCallServer(this.optionsOf(...options));
    this.later(() => server.drain(50));
    return server;
  }

  client(target: string, name: keyof LocalCertificates = 'gateway'): CallClient {
    const tls = this.tls(name);
    const client = createCallClient({ service, targets: [target], tls, serverName: 'wallet' });
    this.later(() => {
      client.close();
    });
    return client;
  }

  /** A client of grpc-js. */
  theirClient(
    target: string,
    name: keyof LocalCertificates = 'gateway',
    options: ClientOptions = {},
  ): Client {
    const { ca, key, cert } = this.tls(name);
    const client = new Client(target, credentials.createSsl(ca, key, cert), {
      'grpc.ssl_target_name_override': 'wallet',
      // Clients of the same target and credentials would share a connection.
      'grpc.use_local_subchannel_pool': 1,
      ...options,
    });
    this.later(() => {
      client.close();
    });
    return client;
  }

  /** A server of grpc-js as `wallet`. */
  async theirs(
    listen: string,
    handlers: UntypedServiceImplementation,
    options: ServerOptions = {},
  ): Promise<Server> {
    const { ca, key, cert } = this.tls('wallet');
    const server = new Server(options);
    server.addService(theirMethods, handlers);
    const secure = ServerCredentials.createSsl(ca, [{ private_key: key, cert_chain: cert }], true);
    await new Promise<void>((resolve, reject) => {
      server.bindAsync(listen, secure, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
    this.later(() => {
      server.forceShutdown();
    });
    return server;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}

/** One call with one request, or one that stays open for more. */
export function startCall(
  on: Connection,
  method: string,
  request: Buffer | undefined,
  options: Partial<OutgoingCallOptions> = {},
): { call: OutgoingCall; messages: Buffer[]; end: Promise<CallEnd> } {
  const messages: Buffer[] = [];
  let ended: (end: CallEnd) => void = () => undefined;
  const end = new Promise<CallEnd>((resolve) => {
    ended = resolve;
  });
  const call = new OutgoingCall(on, {
    path: pathOf(method),
    maxMessageBytes: 16 << 20,
    timeoutMs: 60_000,
    onMessage: (message) => messages.push(Buffer.from(message)),
    onEnd: ended,
    ...options,
  });
  if (request) {
    call.write(writePrefix(Buffer.concat([Buffer.alloc(prefixBytes), request])));
    call.end();
  }
  return { call, messages, end };
}

const asIs = (bytes: Buffer): Buffer => bytes;

function theirMethod(name: string, requestStream: boolean, responseStream: boolean) {
  const method: MethodDefinition<Buffer, Buffer> = {
    path: pathOf(name),
    requestStream,
    responseStream,
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  };
  return method;
}

const theirMethods: ServiceDefinition = {
  Echo: theirMethod('Echo', false, false),
  Count: theirMethod('Count', false, true),
  Calls: theirMethod('Calls', true, true),
};
