import { createCurrentVersionsReader } from './current-versions.js';

function reader(mostWallets = 10) {
  const database = { rules: 4n, minimumVersions: 7n, version: 1n, reads: 0 };
  const read = createCurrentVersionsReader(
    {
      readRevisions: () =>
        Promise.resolve({
          rules: { revision: database.rules, mac: null },
          minimumVersions: database.minimumVersions,
        }),
      readMinimumRecordVersion: () => {
        database.reads += 1;
        return Promise.resolve(database.version);
      },
    },
    mostWallets,
  );
  return { database, read };
}

it("reads a wallet's minimum version once while no version of the application changes", async () => {
  const { database, read } = reader();
  expect(await read('app', 'wallet')).toEqual({ revision: 4n, mac: null, minimumRecordVersion: 1n });
  database.rules = 5n;
  expect(await read('app', 'wallet')).toEqual({ revision: 5n, mac: null, minimumRecordVersion: 1n });
  expect(database.reads).toBe(1);
});

it('reads it again when a version of the application has changed', async () => {
  const { database, read } = reader();
  await read('app', 'wallet');
  Object.assign(database, { minimumVersions: 8n, version: 2n });
  expect(await read('app', 'wallet')).toEqual({ revision: 4n, mac: null, minimumRecordVersion: 2n });
  expect(database.reads).toBe(2);
});

it('keeps the wallets of different applications apart, and drops the oldest of too many', async () => {
  const { database, read } = reader(2);
  for (const [application, wallet] of [
    ['a', 'b'],
    ['a"', 'b'],
    ['c', 'd'],
    ['a', 'b'],
  ] as const)
    await read(application, wallet);
  expect(database.reads).toBe(4);
});
