import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CallError, createCallClient, type CallClient } from '@wallet-service/call-stream';
import {
  decodeMessage,
  encodeMessage,
  Refused,
  refusalFromWire,
  signerMethods,
  type SignerMethod,
  type SignerRequest,
  type SignerResponse,
} from '@wallet-service/signer-protocol';
import { startProcess } from '@wallet-service/test-kit/start-process';
import { hardeningFlags } from '../hardening.mjs';
import { makeAuthority, type Pem, type TestAuthority } from './test-certificates.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const mainFile = path.join(root, 'services/enclave-signer/dist/main.js');

export type Answer<M extends SignerMethod> = SignerResponse<M> | Refused;

/** Why the signer refused, or `none`. */
export const refusalIn = (answer: Answer<SignerMethod>): string =>
  answer instanceof Refused ? answer.refusal : 'none';

export type SignerProcess = {
  readonly child: ChildProcess;
  readonly authority: TestAuthority;
  readonly address: string;
  readonly folder: string;
  readonly sealingKey: Buffer;
  /** Everything that the process has written so far. */
  readonly output: () => string;
  /** Calls as the wallet service, over the stream. A refusal is returned as a value, so that tests can compare it. */
  readonly call: <M extends SignerMethod>(method: M, request: SignerRequest<M>) => Promise<Answer<M>>;
  readonly connect: (pem: Pem) => CallClient;
  readonly exited: Promise<number | null>;
  readonly stop: () => Promise<void>;
};

export type StartOptions = {
  /** What the image trusts: a root document, or a trust bundle. */
  readonly trustBundle: Uint8Array;
  readonly nodeFlags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly sealingKey?: Buffer;
  readonly previousSealingKey?: Buffer;
  readonly authority?: TestAuthority;
};

/** Starts the built signer as production does, on a free loopback port. */
export async function startSigner(options: StartOptions): Promise<SignerProcess> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'signer-'));
  const authority = options.authority ?? (await makeAuthority());
  const [server, wallet] = [await authority.issue('signer'), await authority.issue('wallet')];
  const sealingKey = options.sealingKey ?? randomBytes(32);
  const files = {
    TLS_CA_FILE: server.ca,
    TLS_CERT_FILE: server.cert,
    TLS_KEY_FILE: server.key,
    SEALING_KEY_FILE: sealingKey,
    ...(options.previousSealingKey && { PREVIOUS_SEALING_KEY_FILE: options.previousSealingKey }),
    ROOT_DOCUMENT_FILE: options.trustBundle,
  };
  const env: Record<string, string> = {
    LISTEN: '127.0.0.1:0',
    ENVIRONMENT: 'development',
  };
  for (const [name, content] of Object.entries(files)) {
    env[name] = path.join(folder, name);
    writeFileSync(env[name], content, { mode: 0o600 });
  }
  const read = [folder, path.join(root, 'node_modules'), path.join(root, 'services/enclave-signer')];
  const flags = [...hardeningFlags({ read }), ...(options.nodeFlags ?? [])];
  const started = startProcess(mainFile, { env: { ...env, ...options.env }, cwd: folder, nodeFlags: flags });
  const { child, output, exit: exited } = started;
  const [line] = await started.printed(/^\{.*"event":"started".*$/m);
  const { address } = JSON.parse(line) as { address: string };

  const connect = (pem: Pem): CallClient =>
    createCallClient({ service: 'signer.v1.Signer', targets: [address], tls: pem, serverName: 'signer' });
  const client = connect(wallet);
  return {
    child,
    authority,
    address,
    folder,
    sealingKey,
    output,
    connect,
    exited,
    call: (method, request) => callSigner(client, method, request),
    async stop() {
      client.close();
      await started.end('SIGTERM');
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
