import { createHash } from 'node:crypto';
import { createRowMac } from '@wallet-service/values';
import { trustBundleStore } from '../src/trust/trust-bundle-store.js';
import { bundleMac, eventKey, nothingRefused } from './test-macs.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';

let database: WalletDatabase;
beforeAll(async () => {
  database = await walletDatabase('wallet_bundles');
});
afterAll(() => database.end());

it('keeps the newest 20 bundles, and accepts none that is older than the newest', async () => {
  const store = trustBundleStore(database.replica(), bundleMac, nothingRefused);
  for (let version = 1; version <= 50; version += 2)
    expect(await store.insert({ version, signed: Buffer.from([version]) })).toBe(true);
  expect(await store.insert({ version: 48, signed: Buffer.alloc(1) })).toBe(false);
  expect(await store.insert({ version: 49, signed: Buffer.alloc(1) })).toBe(false);
  const kept = await database.replica().query<{ version: bigint }>('select version from trust_bundles');
  expect(kept.rowCount).toBe(20);
  expect(await store.newerThan(0)).toMatchObject({ version: 49 });
  expect(await store.find(11)).toMatchObject({ version: 11 });
  expect(await store.find(9)).toBeUndefined();
});

describe('a bundle that our service did not store', () => {
  const insert = 'insert into trust_bundles (version, signed_bundle, time_published, mac)';
  beforeEach(() => database.replica().query('delete from trust_bundles'));
  const digestOf = (bytes: string) => createHash('sha256').update(bytes).digest();

  it('is ignored and reported, and blocks no other', async () => {
    const pool = database.replica();
    const refused: string[] = [];
    const store = trustBundleStore(pool, bundleMac, (_, { version }) => refused.push(String(version)));
    expect(await store.insert({ version: 1_000, signed: Buffer.from('good') })).toBe(true);
    const macs = [null, Buffer.alloc(32), bundleMac.of(1_000, digestOf('good')), Buffer.alloc(0)];
    for (const [index, mac] of macs.entries())
      await pool.query(`${insert} values ($1, 'forged', now(), $2)`, [2_000 + index, mac]);
    await pool.query(`${insert} values (9223372036854775807, 'forged', now(), null)`);
    expect(await store.newerThan(0)).toMatchObject({ version: 1_000 });
    expect(refused.sort()).toEqual(['2000', '2001', '2002', '2003', '9223372036854775807']);
    expect(await store.find(2_000)).toBeUndefined();
    for (const version of [1_001, 2_000, 2_002])
      expect(await store.insert({ version, signed: Buffer.from('good too') })).toBe(true);
    expect(await store.insert({ version: 2_001, signed: Buffer.from('late') })).toBe(false);
    const { version = 0, signed } = (await store.newerThan(0)) ?? {};
    expect([version, Buffer.from(signed ?? []).toString()]).toEqual([2_002, 'good too']);
    expect(await store.find(2_000)).toMatchObject({ version: 2_000 });
  });

  it('is found however many there are, and displaces no other', async () => {
    const pool = database.replica();
    const store = trustBundleStore(pool, bundleMac, () => undefined);
    expect(await store.insert({ version: 3_000, signed: Buffer.from('good') })).toBe(true);
    await pool.query(
      `${insert} select version, 'forged', now(), null from generate_series(4000, 6500) as version`,
    );
    expect(await store.newerThan(0)).toMatchObject({ version: 3_000 });
    expect(await store.insert({ version: 3_001, signed: Buffer.from('good') })).toBe(true);
    expect(await store.find(3_000)).toMatchObject({ version: 3_000 });
  });

  it('counts while old rows are adopted, and for good once it has its MAC', async () => {
    const pool = database.replica();
    const [before, after] = [9_000, 9_001];
    for (const version of [before, after])
      await pool.query(`${insert} values ($1, 'old', now(), null)`, [version]);
    let now = 1_000;
    const adopting = createRowMac({
      secret: eventKey,
      purpose: 'wallet/trust-bundle',
      adoptUntilMs: 2_000,
      now: () => now,
    });
    const store = trustBundleStore(pool, adopting, () => undefined);
    expect(await store.newerThan(8_000)).toMatchObject({ version: after });
    await store.adopt();
    await pool.query(`${insert} values (9002, 'new', now(), null)`);
    now = 3_000;
    await store.adopt();
    expect(await store.newerThan(8_000)).toMatchObject({ version: after });
    expect(await store.find(before)).toMatchObject({ version: before });
  });
});
