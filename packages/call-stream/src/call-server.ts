import { Server, ServerCredentials } from '@grpc/grpc-js';
import { createCallGate } from './call-gate.js';
import type { CallServerOptions } from './call-server-options.js';
import { decodeCallFrames, encodeReplyFrames } from './frames.js';
import { healthService, serveHealth } from './health.js';
import { createStreamServer } from './serve-stream.js';
import { serveUnary } from './serve-unary.js';
import type { Tls } from './tls.js';

export type CallServer = {
  /** What to connect to: `unix:/path` or `host:port` with the real port. */
  readonly address: string;
  /** Calls that have come and are not answered yet. */
  readonly inFlight: () => number;
  /** Tells every caller to go elsewhere, answers what is in flight, and stops; after `timeoutMs` by force. */
  readonly drain: (timeoutMs?: number) => Promise<void>;
};

// Clients renew their streams every 45 s, so one that starts just before its connection's age limit still ends within the grace.
const connectionOptions = {
  'grpc.max_connection_age_ms': 120_000,
  'grpc.max_connection_age_grace_ms': 60_000,
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 10_000,
};

const asIs = (bytes: Buffer): Buffer => bytes;
const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function unaryDefinition(service: string, method: string) {
  return {
    path: `/${service}/${method}`,
    requestStream: false,
    responseStream: false,
    requestSerialize: asBuffer,
    requestDeserialize: asIs,
    responseSerialize: asBuffer,
    responseDeserialize: asIs,
  };
}

function callsDefinition(service: string) {
  return {
    path: `/${service}/Calls`,
    requestStream: true,
    responseStream: true,
    requestSerialize: asIs,
    requestDeserialize: decodeCallFrames,
    responseSerialize: encodeReplyFrames,
    responseDeserialize: asIs,
  };
}

function bind(server: Server, listen: string, { ca, cert, key }: Tls): Promise<number> {
  return new Promise((resolve, reject) => {
    const security = ServerCredentials.createSsl(ca, [{ cert_chain: cert, private_key: key }], true);
    server.bindAsync(listen, security, (error, port) => {
      if (error) reject(error);
      else resolve(port);
    });
  });
}

function stop(server: Server, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, timeoutMs);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Serves methods over mTLS in both forms, with the standard health service, behind one allow-list. */
export async function startCallServer(options: CallServerOptions): Promise<CallServer> {
  const { service, allowed, encodeError, listen } = options;
  let draining = false;
  const { pass, inFlight } = createCallGate(options);
  const { serveStream, openStreams } = createStreamServer(pass, encodeError, () => draining);
  const methods = Object.keys(allowed);

  const server = new Server({
    ...connectionOptions,
    'grpc.max_receive_message_length': options.maxRequestBytes ?? 1 << 20,
  });
  server.addService(
    Object.fromEntries(methods.map((method) => [method, unaryDefinition(service, method)])),
    Object.fromEntries(methods.map((method) => [method, serveUnary(method, pass, encodeError)])),
  );
  server.addService({ Calls: callsDefinition(service) }, { Calls: serveStream });
  server.addService(
    healthService,
    serveHealth(() => !draining && options.ready()),
  );
  const port = await bind(server, listen, options.tls);

  return {
    address: listen.startsWith('unix:') ? listen : listen.replace(/:\d+$/, `:${port}`),
    inFlight,
    async drain(timeoutMs = 8_000) {
      draining = true;
      for (const sayDraining of openStreams) sayDraining();
      await stop(server, timeoutMs);
    },
  };
}
