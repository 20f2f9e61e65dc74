import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CallError, createCallClient, type CallClient } from '@wallet-service/call-stream';
import {
  decodeMessage,
  encodeMessage,
  refusalFromWire,
  signerMethods,
  type Refused,
  type SignerMethod,
  type SignerRequest,
  type SignerResponse,
} from '@wallet-service/signer-protocol';
import { hardeningFlags } from '../hardening.mjs';
import { makeAuthority, type Pem, type TestAuthority } from './test-certificates.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const mainFile = path.join(root, 'services/enclave-signer/dist/main.js');

export type Answer<M extends SignerMethod> = SignerResponse<M> | Refused;

export type SignerProcess = {
  readonly child: ChildProcess;
  readonly authority: TestAuthority;
  readonly address: string;
  readonly folder: string;
  readonly rootKey: Buffer;
  /** Everything that the process has written so far. */
  readonly output: () => string;
  /** Calls as the wallet service, over the stream; a refusal is a value, so that tests can compare it. */
  readonly call: <M extends SignerMethod>(method: M, request: SignerRequest<M>) => Promise<Answer<M>>;
  readonly connect: (pem: Pem) => CallClient;
  readonly exited: Promise<number | null>;
  readonly stop: () => Promise<void>;
};

export type StartOptions = {
  readonly trustBundle: Uint8Array;
  readonly nodeFlags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly rootKey?: Buffer;
  readonly previousRootKey?: Buffer;
  readonly authority?: TestAuthority;
};

/** Starts the built signer as production does, on a free port of loopback. */
export async function startSigner(options: StartOptions): Promise<SignerProcess> {
  if (!existsSync(mainFile)) throw new Error('build first: node packages/tooling/build.mjs');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'signer-'));
  const authority = options.authority ?? (await makeAuthority());
  const [server, wallet] = [await authority.issue('signer'), await authority.issue('wallet')];
  const rootKey = options.rootKey ?? randomBytes(32);
  const files = {
    TLS_CA_FILE: server.ca,
    TLS_CERT_FILE: server.cert,
    TLS_KEY_FILE: server.key,
    ROOT_KEY_FILE: rootKey,
    ...(options.previousRootKey && { PREVIOUS_ROOT_KEY_FILE: options.previousRootKey }),
    TRUST_BUNDLE_FILE: options.trustBundle,
  };
  const env: Record<string, string> = {
    LISTEN: '127.0.0.1:0',
    ENVIRONMENT: 'development',
    EXIT_WITH_PARENT: '1',
  };
  for (const [name, content] of Object.entries(files)) {
    env[name] = path.join(folder, name);
    writeFileSync(env[name], content, { mode: 0o600 });
  }
  const read = [folder, path.join(root, 'node_modules'), path.join(root, 'services/enclave-signer')];
  const flags = [...hardeningFlags({ read }), ...(options.nodeFlags ?? [])];
  const child = spawn(process.execPath, [...flags, mainFile], {
    env: { ...env, ...options.env },
    cwd: folder,
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(String(chunk)));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const output = (): string => chunks.join('');
  const address = await addressOf(output, exited);

  const connect = (pem: Pem): CallClient =>
    createCallClient({ service: 'signer.v1.Signer', targets: [address], tls: pem, serverName: 'signer' });
  const client = connect(wallet);
  return {
    child,
    authority,
    address,
    folder,
    rootKey,
    output,
    connect,
    exited,
    call: (method, request) => callSigner(client, method, request),
    async stop() {
      client.close();
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}

export async function callSigner<M extends SignerMethod>(
  client: CallClient,
  method: M,
  request: SignerRequest<M>,
): Promise<Answer<M>> {
  const { request: requestTable, response: responseTable } = signerMethods[method];
  const bytes = encodeMessage(requestTable, request as never);
  try {
    const response = await client.call(method, bytes, { timeoutMs: 10_000, traceId: 'test-trace' });
    return decodeMessage(responseTable, response);
  } catch (error) {
    if (error instanceof CallError && error.failure === 'refused')
      return refusalFromWire(Buffer.from(error.bytes).toString());
    throw error;
  }
}

async function addressOf(output: () => string, exited: Promise<number | null>): Promise<string> {
  const over = exited.then(() => 'over');
  for (let waited = 0; waited < 20_000; waited += 20) {
    const started = /^\{.*"event":"started".*$/m.exec(output());
    if (started) return (JSON.parse(started[0]) as { address: string }).address;
    const tick = new Promise((resolve) => setTimeout(resolve, 20));
    if ((await Promise.race([tick, over])) === 'over') break;
  }
  throw new Error(`the signer did not start:\n${output()}`);
}
