import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeLocalCertificates, readCertificate } from '@wallet-service/local-certificates';
import {
  connect,
  definitions,
  serve,
  type CallServer,
  type UnaryMethod,
  type WalletDefinition,
} from '@wallet-service/grpc';
import { serviceCall } from '../src/clients/services.js';

// Real servers and streams on a Unix socket. Only their answers come from the test.

let folder: string;
let certificates: Awaited<ReturnType<typeof makeLocalCertificates>>;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'lost-connection-'));
  certificates = await makeLocalCertificates(path.join(folder, 'tls'), new Date());
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

// Closed here and not where they are used, because a test that fails before that would keep Jest from ending.
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Answer = () => Promise<object>;

/** Answers every method in the same way. */
async function startWallet(listen: string, answer: Answer): Promise<CallServer> {
  const names = Object.keys(definitions.wallet.methods) as UnaryMethod<WalletDefinition>[];
  const forAll = (value: unknown) => Object.fromEntries(names.map((name) => [name, value])) as never;
  const server = await serve<WalletDefinition>({
    definition: definitions.wallet,
    handlers: forAll(answer),
    access: forAll({ gateway: 'nothing' }),
    listen,
    tls: readCertificate(certificates.wallet),
    ready: () => true,
    onInternalError: () => undefined,
  });
  closing.push(() => server.drain(0));
  return server;
}

/** The first attempt of a call reaches a server that dies with it. A repeated one reaches a server that lives. */
async function callThroughCrash(method: 'Sign' | 'CreateWallet', request: object) {
  const listen = `unix:${path.join(mkdtempSync(path.join(folder, 'run-')), 'wallet.sock')}`;
  let arrived: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => (arrived = resolve));
  let release: (answer: object) => void = () => undefined;
  const dying = await startWallet(listen, () => {
    arrived();
    return new Promise((resolve) => (release = resolve));
  });
  const client = connect({
    definition: definitions.wallet,
    targets: [listen],
    tls: readCertificate(certificates.gateway),
    serverName: 'wallet',
  });
  closing.push(() => {
    client.close();
  });
  const call = serviceCall<WalletDefinition>('wallet', client, Date.now);
  const context = { traceId: 'f'.repeat(32), deadline: Date.now() + 8_000 };
  const answer = call(method, request, context).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  await arrival;
  await dying.drain(0);
  let answered = 0;
  await startWallet(listen, () => {
    answered += 1;
    return Promise.resolve({ requestId: 'second' });
  });
  const outcome = await answer;
  release({});
  return { outcome, answered };
}

describe('when the connection to the wallet service is lost during a call', () => {
  it('a signature is requested again, because it would be the same', async () => {
    const { outcome, answered } = await callThroughCrash('Sign', {});
    expect(outcome).toMatchObject({ value: { requestId: 'second' } });
    expect(answered).toBe(1);
  });

  it('a create is requested again when it has an idempotency key', async () => {
    const idempotency = { key: 'k', bodyHash: Buffer.alloc(32), sealKey: Buffer.alloc(32) };
    expect(await callThroughCrash('CreateWallet', { idempotency })).toMatchObject({ answered: 1 });
  });

  it('a create without one is not, because nobody knows whether the wallet exists', async () => {
    const { outcome, answered } = await callThroughCrash('CreateWallet', {});
    expect(outcome).toMatchObject({ error: { code: 'service.unavailable' } });
    expect(answered).toBe(0);
  });
});
