import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { credentials, Client as GrpcClient, Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { AppError } from '@wallet-service/errors';
import { until } from '@wallet-service/test-kit/until';
import { makeLocalCertificates, readCertificate } from '@wallet-service/local-certificates';
import {
  connect,
  definitions,
  serve,
  type CallServer,
  type ServeOptions,
  type Tls,
  type UnaryMethod,
  type WalletDefinition,
} from '../src/index.js';

// The wallet contract represents every contract. The handlers here are the test's. The servers, streams and
// certificates are real.

type Answer = (address: string) => Promise<void>;
type Certificates = Awaited<ReturnType<typeof makeLocalCertificates>>;

let folder: string;
let certificates: Certificates;
const stops: (() => Promise<void> | void)[] = [];
const tlsOf = (name: keyof Certificates): Tls => readCertificate(certificates[name]);
const call = { deadlineMs: 3_000, traceId: 'trace-1' };

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'calls-'));
  certificates = await makeLocalCertificates(path.join(folder, 'tls'), new Date());
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const notCalled = (): Promise<never> => Promise.reject(new Error('not called'));

function forEveryMethod<Value>(value: Value): Record<UnaryMethod<WalletDefinition>, Value> {
  const names = Object.keys(definitions.wallet.methods) as UnaryMethod<WalletDefinition>[];
  return Object.fromEntries(names.map((name) => [name, value])) as Record<(typeof names)[number], Value>;
}

async function startServer(
  listen: string,
  name: string,
  work: Answer = () => Promise.resolve(),
  observe?: ServeOptions<WalletDefinition>['observe'],
): Promise<CallServer> {
  const internalErrors: unknown[] = [];
  const server = await serve<WalletDefinition>({
    definition: definitions.wallet,
    handlers: {
      ...forEveryMethod(notCalled),
      GetOrCreateWallet: async ({ chain }, { traceId, caller }) => {
        await work(chain);
        return { id: name, chain, address: `${caller} ${traceId}` };
      },
    },
    access: {
      ...forEveryMethod({}),
      GetOrCreateWallet: { gateway: 'user-token' },
      GetAttestations: { operator: 'nothing' },
    },
    listen,
    tls: tlsOf('wallet'),
    ready: () => true,
    ...(observe && { observe }),
    onInternalError: (error) => internalErrors.push(error),
  });
  stops.push(() => server.drain(100));
  return server;
}

function connectAs(name: keyof Certificates, targets: readonly string[], serverName = 'wallet') {
  const client = connect({ definition: definitions.wallet, targets, tls: tlsOf(name), serverName });
  stops.push(() => {
    client.close();
  });
  return client;
}

const socket = (name: string): string => `unix:${path.join(folder, `${name}.sock`)}`;
const refusal = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

it('a call reaches its handler with the caller’s certified name and the trace id', async () => {
  await startServer(socket('a'), 'a');
  const client = connectAs('gateway', [socket('a')]);
  const wallet = await client.call('GetOrCreateWallet', { chain: 'ETH' }, call);
  expect(wallet).toMatchObject({ id: 'a', chain: 'ETH', address: 'gateway trace-1' });
});

it('the server observes every answered call: method, outcome, time, trace id and caller', async () => {
  const seen: unknown[] = [];
  const failOn = (chain: string) =>
    chain === 'ETH' ? Promise.resolve() : Promise.reject(new AppError('request.invalid', 'no such chain'));
  await startServer(socket('a'), 'a', failOn, (ended) => seen.push(ended));
  const client = connectAs('gateway', [socket('a')]);
  await client.call('GetOrCreateWallet', { chain: 'ETH' }, call);
  await refusal(client.call('GetOrCreateWallet', { chain: 'DOGE' }, call));
  await until('both calls are observed', () => seen.length === 2);
  const common = { method: 'GetOrCreateWallet', seconds: expect.any(Number) as number, traceId: 'trace-1' };
  expect(seen).toEqual([
    { ...common, code: 'ok', caller: 'gateway' },
    { ...common, code: 'request.invalid', caller: 'gateway' },
  ]);
});

it('hundreds of calls in flight each get their own answer', async () => {
  await startServer(
    socket('a'),
    'a',
    () => new Promise((resolve) => setTimeout(resolve, Math.random() * 20)),
  );
  const client = connectAs('gateway', [socket('a')]);
  const chains = Array.from({ length: 500 }, (_, index) => `chain ${index}`);
  const wallets = await Promise.all(chains.map((chain) => client.call('GetOrCreateWallet', { chain }, call)));
  expect(wallets.map(({ chain }) => chain)).toEqual(chains);
});

it('an error arrives complete: code, fields, details', async () => {
  const fields = [{ path: '/chain', message: 'is not a chain' }];
  await startServer(socket('a'), 'a', () =>
    Promise.reject(
      new AppError('request.invalid', 'wrong', { fields, details: { seen: 1 }, retryAfterSeconds: 3 }),
    ),
  );
  const client = connectAs('gateway', [socket('a')]);
  await expect(client.call('GetOrCreateWallet', {}, call)).rejects.toMatchObject({
    code: 'request.invalid',
    message: 'wrong',
    fields,
    details: { seen: 1 },
    retryAfterSeconds: 3,
  });
});

it('a bug arrives as internal, without its message', async () => {
  await startServer(socket('a'), 'a', () => Promise.reject(new Error('password is hunter2')));
  const client = connectAs('gateway', [socket('a')]);
  await expect(client.call('GetOrCreateWallet', {}, call)).rejects.toMatchObject({
    code: 'internal',
    message: expect.not.stringContaining('hunter2') as string,
  });
});

it('a caller that the method does not list is refused, on the stream and as a unary call', async () => {
  await startServer(socket('a'), 'a');
  expect(await refusal(connectAs('policy', [socket('a')]).call('GetOrCreateWallet', {}, call))).toBe(
    'auth.caller-not-allowed',
  );
  expect(await refusal(connectAs('gateway', [socket('a')]).call('Sign', {}, call))).toBe(
    'auth.caller-not-allowed',
  );
  await expect(unary('policy', socket('a'), 'GetOrCreateWallet', 60_000)).rejects.toMatchObject({
    code: status.PERMISSION_DENIED,
  });
});

it('a server with another process’s certificate is refused', async () => {
  await startServer(socket('a'), 'a');
  const client = connectAs('gateway', [socket('a')], 'signer');
  expect(await refusal(client.call('GetOrCreateWallet', {}, { ...call, deadlineMs: 300 }))).toBe(
    'service.unavailable',
  );
});

function unary(
  name: keyof Certificates | 'nobody',
  target: string,
  method: string,
  deadlineMs: number | null,
): Promise<Buffer> {
  const { ca, key, cert } =
    name === 'nobody' ? { ca: tlsOf('gateway').ca, key: null, cert: null } : tlsOf(name);
  const client = new GrpcClient(target, credentials.createSsl(ca, key, cert), {
    'grpc.ssl_target_name_override': 'wallet',
  });
  stops.push(() => {
    client.close();
  });
  return new Promise((resolve, reject) => {
    const asIs = (bytes: Buffer): Buffer => bytes;
    client.makeUnaryRequest(
      `/wallet.v1.Wallet/${method}`,
      asIs,
      asIs,
      Buffer.alloc(0),
      new Metadata(),
      deadlineMs === null ? {} : { deadline: Date.now() + deadlineMs },
      (error: ServiceError | null, response) => {
        if (error) reject(error);
        else resolve(response ?? Buffer.alloc(0));
      },
    );
  });
}

it('the unary form answers too, and refuses calls without a deadline and clients without a certificate', async () => {
  await startServer(socket('a'), 'a');
  expect((await unary('gateway', socket('a'), 'GetOrCreateWallet', 60_000)).length).toBeGreaterThan(0);
  await expect(unary('gateway', socket('a'), 'GetOrCreateWallet', null)).rejects.toMatchObject({
    code: status.INVALID_ARGUMENT,
  });
  await expect(unary('nobody', socket('a'), 'GetOrCreateWallet', 60_000)).rejects.toMatchObject({
    code: status.UNAVAILABLE,
  });
});

it('the deadline ends a call on both sides', async () => {
  let [isSlow, finished] = [false, false];
  await startServer(socket('a'), 'a', async () => {
    if (!isSlow) return;
    await new Promise((resolve) => setTimeout(resolve, 400));
    finished = true;
  });
  const client = connectAs('gateway', [socket('a')]);
  // Connecting may take longer than the deadline below.
  await client.call('GetOrCreateWallet', {}, call);
  isSlow = true;
  expect(await refusal(client.call('GetOrCreateWallet', {}, { ...call, deadlineMs: 100 }))).toBe(
    'service.deadline-exceeded',
  );
  expect(finished).toBe(false);
});

it('calls wait for a server that is still starting, and are refused when none comes', async () => {
  const client = connectAs('gateway', [socket('late')]);
  const early = client.call('GetOrCreateWallet', { chain: 'BTC' }, call);
  expect(await refusal(client.call('GetOrCreateWallet', {}, { ...call, deadlineMs: 50 }))).toBe(
    'service.unavailable',
  );
  await startServer(socket('late'), 'late');
  expect(await early).toMatchObject({ id: 'late' });
});

it('a rolling restart of two servers under load loses no call', async () => {
  const slow = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
  const servers = [await startServer(socket('r0'), 'r0', slow), await startServer(socket('r1'), 'r1', slow)];
  const client = connectAs('gateway', [socket('r0'), socket('r1')]);
  const seen = new Set<string>();
  let stopping = false;
  const workers = Array.from({ length: 20 }, async () => {
    while (!stopping)
      seen.add((await client.call('GetOrCreateWallet', {}, { ...call, idempotent: true })).id);
  });
  for (const [index, server] of servers.entries()) {
    await until(`calls reach r${index}`, () => seen.has(`r${index}`));
    await server.drain(2_000);
    await startServer(socket(`r${index}`), `r${index} again`, slow);
    await until(`calls reach r${index} again`, () => seen.has(`r${index} again`));
  }
  stopping = true;
  await Promise.all(workers);
  expect([...seen].sort()).toEqual(['r0', 'r0 again', 'r1', 'r1 again']);
});

describe('a call that was sent to a server that then died', () => {
  async function lost(then: () => Promise<unknown>): Promise<unknown> {
    let came: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      came = resolve;
    });
    const server = await startServer(socket('gone'), 'gone', () => {
      came();
      return new Promise(() => undefined);
    });
    const client = connectAs('gateway', [socket('gone')]);
    const answer = refusal(
      client.call('GetOrCreateWallet', {}, { ...call, deadlineMs: 1_000, idempotent: true }),
    );
    await arrived;
    await server.drain(1);
    await then();
    return answer;
  }

  it('may have been carried out, so the error does not claim that the server was not reached', async () => {
    expect(await lost(() => Promise.resolve())).toBe('service.deadline-exceeded');
  });

  it('is sent again to a server that comes back in time', async () => {
    expect(await lost(() => startServer(socket('gone'), 'back'))).toBe('no refusal');
  });
});
