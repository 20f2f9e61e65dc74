import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { inTransaction } from '@wallet-service/postgres';
import { mostWindows } from '../src/engine/spending-fields.js';
import { readSpent } from '../src/spending/spending-store.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';

// Compares the sums of spending windows, taken in one pass over the reservations, with a plain sum.

const seed = Number(process.env['SUMS_SEED'] ?? randomInt(2 ** 31));
let state = seed;
const below = (limit: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
};

let database: PolicyDatabase;
beforeAll(async () => {
  database = await policyDatabase('spending_sums');
});
afterAll(() => database.drop());

type Row = { readonly asset: string; readonly age: number; readonly amount: number; readonly hash: Buffer };

/** As the owner, because the service can only reserve at the current time. */
async function insert(applicationId: string, walletId: string, rows: readonly Row[]): Promise<void> {
  await database.owner.query(
    `insert into policy.spending_reservations (reservation_id, application_id, wallet_id, payload_hash, asset,
      amount, time)
     select gen_random_uuid()::text, $1, $2, hash, asset, amount, clock_timestamp() - make_interval(secs => age)
       from unnest($3::text[], $4::integer[], $5::integer[], $6::bytea[]) as given (asset, age, amount, hash)`,
    [
      applicationId,
      walletId,
      ...(['asset', 'age', 'amount', 'hash'] as const).map((name) => rows.map((row) => row[name])),
    ],
  );
}

const sumsOf = (applicationId: string, payload: Buffer, windows: { asset: string; seconds: number }[]) =>
  inTransaction(database.pool, (client) => readSpent(client, applicationId, 'w', payload, windows), {
    applicationId,
  });

it(`counts each reservation in the windows that it lies in (seed ${seed})`, async () => {
  const applicationId = randomUUID();
  const payload = randomBytes(32);
  const assets = ['native', 'a', 'b', 'c'];
  // No age is within 30 seconds of a length, so that the duration of the test does not matter.
  const rows = Array.from({ length: 400 }, (_, i): Row => ({
    asset: assets[below(3)] ?? '',
    age: 60 * below(100) + 30,
    amount: below(1000),
    hash: i % 10 === 0 ? payload : randomBytes(32),
  }));
  await insert(applicationId, 'w', rows);
  await insert(applicationId, 'another', rows.slice(0, 10));
  await insert(randomUUID(), 'w', rows.slice(0, 10));
  const windows = Array.from({ length: 60 }, () => ({
    asset: assets[below(4)] ?? '',
    seconds: 60 * (1 + below(110)),
  }));
  const spent = await sumsOf(applicationId, payload, windows);
  for (const { asset, seconds } of windows) {
    const counted = rows.filter((row) => row.asset === asset && row.age < seconds && row.hash !== payload);
    const sum = counted.reduce((total, { amount }) => total + amount, 0);
    expect([asset, seconds, spent(asset, seconds)]).toEqual([asset, seconds, BigInt(sum)]);
  }
  expect(() => spent('native', 59)).toThrow('No sum was read for native in 59 seconds');
});

it('takes about as long for the maximum number of windows as for one', async () => {
  const applicationId = randomUUID();
  const row = { asset: 'native', age: 30, amount: 1 };
  await insert(
    applicationId,
    'w',
    Array.from({ length: 4000 }, () => ({ ...row, hash: randomBytes(32) })),
  );
  await database.owner.query('analyze policy.spending_reservations');
  const msOf = async (count: number) => {
    const windows = Array.from({ length: count }, (_, i) => ({ asset: 'native', seconds: 60 + i }));
    const times: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      const start = performance.now();
      const spent = await sumsOf(applicationId, Buffer.alloc(32), windows);
      times.push(performance.now() - start);
      expect(spent('native', 60)).toBe(4000n);
    }
    return Math.min(...times);
  };
  expect(await msOf(mostWindows)).toBeLessThan(5 * (await msOf(1)) + 20);
});
