import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { arrayValue } from '../src/array-value.js';
import { createPool } from '../src/pool.js';
import { databaseFor, type TestDatabase } from './database-for.js';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await databaseFor({ name: 'array-value' });
  const logger = { info: () => undefined, warn: () => undefined };
  pool = createPool({ url: database.roles.wallet.url, max: 1, logger, applicationName: 'test' });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0'));
const uuid = fc.oneof(fc.uuid(), fc.constant(randomUUID().toUpperCase()));
const time = fc.date({ min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
const bytes = fc.option(
  fc.uint8Array({ maxLength: 300 }).map((each) => Buffer.from(each)),
  { nil: null },
);

/** What `pg` writes as text arrives as the same value. */
const isSame =
  (type: Parameters<typeof arrayValue>[0]) =>
  async (elements: readonly never[]): Promise<void> => {
    const { rows } = await pool.query(
      `select $1::${type}[] = $2::${type}[] and array_lower($1::${type}[], 1) is not distinct from
         array_lower($2::${type}[], 1) as same`,
      [arrayValue(type, elements, (element) => element), elements],
    );
    expect(rows).toEqual([{ same: true }]);
  };

it.each([
  ['uuid', fc.array(uuid)],
  ['text', fc.array(text)],
  ['bytea', fc.array(bytes)],
  ['bigint', fc.array(int64)],
  ['boolean', fc.array(fc.boolean())],
  ['timestamptz', fc.array(time)],
] as const)('an array of %s arrives as it does in text', async (type, lists) => {
  await fc.assert(fc.asyncProperty(lists as fc.Arbitrary<never[]>, isSame(type)), { numRuns: 50 });
});

it('refuses what its type does not have', () => {
  const uuids = (...list: string[]) => arrayValue('uuid', list, (each) => each);
  expect(() => uuids(randomUUID(), randomUUID().slice(1))).toThrow(TypeError);
  expect(() => uuids(`${randomUUID().slice(1)}g`)).toThrow(TypeError);
  expect(() => arrayValue('bigint', [2n ** 63n], (value) => value)).toThrow(RangeError);
});
