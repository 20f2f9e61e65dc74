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

// Real servers and streams, on a socket file; only what they answer is the test's.

let folder: string;
let certificates: Awaited<ReturnType<typeof makeLocalCertificates>>;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'lost-connection-'));
  certificates = await makeLocalCertificates(path.join(folder, 'tls'), new Date());
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

// Here and not where they are used: a test that fails on its way there would keep Jest from ending.
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Answer = () => Promise<object>;

/** Answers every method alike. */
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

/** A call that reaches a server which dies with it, and, when it is repeated, one that lives. */
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

describe('when the connection to the wallet service is lost while it works', () => {
  it('a signature is asked for again, since it would be the same', async () => {
    const { outcome, answered } = await callThroughCrash('Sign', {});
    expect(outcome).toMatchObject({ value: { requestId: 'second' } });
    expect(answered).toBe(1);
  }, 20_000);

  it('a create is asked for again when it carries an idempotency key', async () => {
    const idempotency = { key: 'k', bodyHash: Buffer.alloc(32), sealKey: Buffer.alloc(32) };
    expect(await callThroughCrash('CreateWallet', { idempotency })).toMatchObject({ answered: 1 });
  }, 20_000);

  it('a create without one is not: nobody knows whether there is a wallet', async () => {
    const { outcome, answered } = await callThroughCrash('CreateWallet', {});
    expect(outcome).toMatchObject({ error: { code: 'service.unavailable' } });
    expect(answered).toBe(0);
  }, 20_000);
});
