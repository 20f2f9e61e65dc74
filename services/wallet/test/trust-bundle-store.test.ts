import { trustBundleStore } from '../src/trust/trust-bundle-store.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';

let database: WalletDatabase;
beforeAll(async () => {
  database = await walletDatabase('wallet_bundles');
});
afterAll(() => database.end());

it('keeps the newest 20 bundles, and takes none that is older than the newest', async () => {
  const store = trustBundleStore(database.replica());
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
