import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@wallet-service/errors';
import { createChange } from '../src/journal/change-store.js';
import {
  createWallets,
  type WalletRequest,
  type WalletsDeps,
} from '../src/express-wallets/get-or-create-wallet.js';
import { createVerifiedWallets } from '../src/wallets/verified-wallets.js';
import { walletStore } from '../src/wallets/wallet-store.js';
import { macs } from './test-macs.js';
import { journalUnderTest } from './journal-under-test.js';
import { storedLog } from './stored-log.js';
import { untampered } from './untampered.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';

// The signer is a function that counts. Everything else is real: several replicas, each with its own pool, on one
// Postgres.

let database: WalletDatabase;
beforeAll(async () => {
  database = await walletDatabase('wallet_create');
});
afterAll(() => database.end());

type Mint = WalletsDeps['mint'];
const newKey = () => ({
  sealed: randomBytes(100),
  publicKey: randomBytes(33),
  address: `0x${randomBytes(20).toString('hex')}`,
});

function replica(mint: Mint, more: Partial<WalletsDeps> = {}) {
  const pool = database.replica();
  const wallets = createWallets({
    store: walletStore(pool, untampered),
    change: createChange({ database: pool, macs, now: Date.now, newId: randomUUID }),
    mint,
    verified: createVerifiedWallets(() => Promise.resolve(true)),
    tampered: untampered,
    claim: () => Promise.resolve(undefined),
    refuseClaimable: () => Promise.resolve(),
    onClaimFailed: () => undefined,
    newId: randomUUID,
    now: Date.now,
    sleep: (ms) => sleep(ms),
    ...more,
  });
  return {
    ...wallets,
    getOrCreate: async (request: WalletRequest) => (await wallets.getOrCreate(request)).wallet,
  };
}

function requestOf(subject: string, more: Partial<WalletRequest> = {}): WalletRequest {
  const owner = { applicationId: randomUUID(), issuer: 'https://issuer.example', subject };
  return {
    owner,
    chain: 'ETH',
    jwt: 'jwt',
    provenEmail: undefined,
    statedEmail: undefined,
    skipClaim: false,
    deadline: Date.now() + 20_000,
    traceId: '',
    ...more,
  };
}

it.each([
  [1_000, 4],
  [10_000, 4],
])(
  '%i concurrent first calls over %i replicas give one address and make one key',
  async (calls, replicas) => {
    let minted = 0;
    const mint: Mint = async () => {
      minted += 1;
      await sleep(20);
      return newKey();
    };
    const all = Array.from({ length: replicas }, () => replica(mint));
    const request = requestOf('alice');
    const wallets = await Promise.all(
      Array.from({ length: calls }, (_, index) => {
        const chosen = all[index % replicas];
        if (!chosen) throw new Error('no replica');
        return chosen.getOrCreate({ ...request, jwt: `jwt-${index}` });
      }),
    );
    expect(new Set(wallets.map(({ address }) => address)).size).toBe(1);
    expect(new Set(wallets.map(({ id }) => id)).size).toBe(1);
    expect(minted).toBe(1);
    expect((await all[0]?.find(request.owner, 'ETH', request))?.address).toBe(wallets[0]?.address);
  },
);

it('gives each chain and each owner a separate wallet', async () => {
  const one = replica(() => Promise.resolve(newKey()));
  const request = requestOf('alice');
  const other = { ...request, owner: { ...request.owner, subject: 'bob' } };
  const elsewhere = { ...request, owner: { ...request.owner, issuer: 'https://other.example' } };
  const wallets = await Promise.all([
    ...(['ETH', 'SOL', 'BTC'] as const).map((chain) => one.getOrCreate({ ...request, chain })),
    one.getOrCreate(other),
    one.getOrCreate(elsewhere),
  ]);
  expect(new Set(wallets.map(({ address }) => address)).size).toBe(5);
  expect(wallets.map(({ network }) => network)).toEqual(['EVM', 'SOL_MAINNET', 'BTC_MAINNET', 'EVM', 'EVM']);
});

it('takes over the lock of a replica that died, and discards the key that arrives late', async () => {
  let release: () => void = () => undefined;
  const hung = new Promise<void>((resolve) => (release = resolve));
  const late: string[] = [];
  const slowKey = newKey();
  let minting: () => void = () => undefined;
  const hasLock = new Promise<void>((resolve) => (minting = resolve));
  const mint: Mint = () => {
    minting();
    return hung.then(() => slowKey);
  };
  const slow = replica(mint, { lockMs: 300, onLateKey: (walletId) => late.push(walletId) });
  const request = requestOf('alice');
  const slowAnswer = slow.getOrCreate(request);
  await hasLock;
  const quickKey = newKey();
  const quick = replica(() => Promise.resolve(quickKey), { lockMs: 300 });
  const wallet = await quick.getOrCreate(request);
  expect(wallet.address).toBe(quickKey.address);
  release();
  // The late replica answers with the stored wallet, never with the key that it made.
  expect((await slowAnswer).address).toBe(quickKey.address);
  expect(late).toEqual([wallet.id]);
});

it("takes over from a replica that died within the request's 10 s", async () => {
  let minting: () => void = () => undefined;
  const hasLock = new Promise<void>((resolve) => (minting = resolve));
  const dead = replica(() => {
    minting();
    return new Promise(() => undefined);
  });
  const request = requestOf('alice', { deadline: Date.now() + 10_000 });
  void dead.getOrCreate(request);
  await hasLock;
  const key = newKey();
  const wallet = await replica(() => Promise.resolve(key)).getOrCreate(request);
  expect(wallet.address).toBe(key.address);
});

it('tries again with a new lock when the signer does not answer before the lock ends', async () => {
  const key = newKey();
  let attempts = 0;
  const mint: Mint = async (_, { deadline }) => {
    attempts++;
    if (attempts > 1) return key;
    await sleep(deadline - Date.now());
    throw new AppError('service.unavailable', 'no connection within the deadline');
  };
  expect((await replica(mint, { lockMs: 300 }).getOrCreate(requestOf('alice'))).address).toBe(key.address);
  expect(attempts).toBe(2);
});

it('does not wait for the lock of a replica whose signer failed', async () => {
  const failing = replica(() => Promise.reject(new AppError('service.unavailable', 'down')), {
    lockMs: 60_000,
  });
  const request = requestOf('alice');
  await expect(failing.getOrCreate(request)).rejects.toMatchObject({ code: 'service.unavailable' });
  const working = replica(() => Promise.resolve(newKey()));
  expect((await working.getOrCreate(request)).address).toMatch(/^0x/);
});

it('lets a request with a good token succeed during one with a bad token', async () => {
  const mint: Mint = async (_, { jwt }) => {
    await sleep(20);
    if (jwt === 'bad') throw new AppError('auth.token-expired', 'the token has expired');
    return newKey();
  };
  const one = replica(mint);
  const request = requestOf('alice');
  const [bad, good] = await Promise.allSettled([
    one.getOrCreate({ ...request, jwt: 'bad' }),
    one.getOrCreate({ ...request, jwt: 'good' }),
  ]);
  expect(bad).toMatchObject({ status: 'rejected', reason: { code: 'auth.token-expired' } });
  expect(good.status).toBe('fulfilled');
});

it('gives up at the deadline while another replica is still making the key', async () => {
  const never = replica(() => new Promise(() => undefined), { lockMs: 60_000 });
  const request = requestOf('alice');
  void never.getOrCreate(request);
  await sleep(100);
  const waiting = replica(() => Promise.resolve(newKey()));
  await expect(waiting.getOrCreate({ ...request, deadline: Date.now() + 300 })).rejects.toMatchObject({
    code: 'service.deadline-exceeded',
  });
});

it("hides other tenants' wallets, even from a query that forgets the tenant", async () => {
  const request = requestOf('alice');
  await replica(() => Promise.resolve(newKey())).getOrCreate(request);
  const pool = database.replica();
  expect((await pool.query('select * from wallets')).rowCount).toBe(0);
  const client = await pool.connect();
  await client.query('begin');
  await client.query(`select set_config('app.application_id', $1, true)`, [randomUUID()]);
  expect((await client.query('select * from wallets')).rowCount).toBe(0);
  await client.query(`select set_config('app.application_id', $1, true)`, [request.owner.applicationId]);
  expect((await client.query('select * from wallets')).rowCount).toBe(1);
  await client.query('rollback');
  client.release();
});

it('lets the runtime role remove placeholders, but no wallet that has a key', async () => {
  const request = requestOf('alice');
  const wallet = await replica(() => Promise.resolve(newKey())).getOrCreate(request);
  const { applicationId } = request.owner;
  const pool = database.replica();
  const ids = { walletId: randomUUID(), lockId: randomUUID() };
  await walletStore(pool, untampered).acquire(request.owner, 'SOL', ids, 60_000);
  const client = await pool.connect();
  await client.query('begin');
  await client.query(`select set_config('app.application_id', $1, true)`, [applicationId]);
  expect((await client.query('delete from wallets')).rowCount).toBe(1);
  await client.query('commit');
  client.release();
  expect(await walletStore(pool, untampered).find(request.owner, 'ETH')).toMatchObject({
    address: wallet.address,
  });
});

it('reports every created wallet once', async () => {
  const request = requestOf('alice');
  const replicas = Array.from({ length: 3 }, () => replica(() => Promise.resolve(newKey())));
  const wallets = await Promise.all(replicas.map((one) => one.getOrCreate(request)));
  await journalUnderTest(database.replica()).sequencer.integrate(request.owner.applicationId);
  const { entries, isWhole } = await storedLog(database.replica(), request.owner.applicationId);
  expect(entries.map(({ entry }) => [entry.kind, entry.operation, entry.walletId])).toEqual([
    ['event', 'wallet.created', wallets[0]?.id],
  ]);
  expect(isWhole).toBe(true);
});
