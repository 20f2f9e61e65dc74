import { createStandingReader } from './standing.js';

function reader(mostWallets = 10) {
  const database = { rules: 4n, floors: 7n, floor: 1n, floorsRead: 0 };
  const read = createStandingReader(
    {
      readRevisions: () => Promise.resolve({ rules: database.rules, floors: database.floors }),
      readRecordFloor: () => {
        database.floorsRead += 1;
        return Promise.resolve(database.floor);
      },
    },
    mostWallets,
  );
  return { database, read };
}

it('reads the floor of a wallet once while no floor of the application changes', async () => {
  const { database, read } = reader();
  expect(await read('app', 'wallet')).toEqual({ revision: 4n, recordFloor: 1n });
  database.rules = 5n;
  expect(await read('app', 'wallet')).toEqual({ revision: 5n, recordFloor: 1n });
  expect(database.floorsRead).toBe(1);
});

it('reads the floor again when some floor of the application has changed', async () => {
  const { database, read } = reader();
  await read('app', 'wallet');
  Object.assign(database, { floors: 8n, floor: 2n });
  expect(await read('app', 'wallet')).toEqual({ revision: 4n, recordFloor: 2n });
  expect(database.floorsRead).toBe(2);
});

it('keeps the wallets of different applications apart, and forgets the oldest of too many', async () => {
  const { database, read } = reader(2);
  for (const [application, wallet] of [
    ['a', 'b'],
    ['a"', 'b'],
    ['c', 'd'],
    ['a', 'b'],
  ] as const)
    await read(application, wallet);
  expect(database.floorsRead).toBe(4);
});
