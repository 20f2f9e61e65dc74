import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import { createTampered } from '../src/wallets/tampering.js';
import { journalUnderTest } from './journal-under-test.js';
import { signedEntry } from './signed-entry.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';

// Somebody with the service's role sets the log of one application's journal back. No other application's entries wait
// for that.

let database: WalletDatabase;
beforeAll(async () => {
  database = await walletDatabase('wallet_broken_journals');
});
afterAll(() => database.end());

function replica() {
  const pool = database.replica();
  const found: string[] = [];
  const tampered = createTampered((finding, { applicationId = '' }) =>
    found.push(`${finding} ${applicationId}`),
  );
  return { ...journalUnderTest(pool, { tampered }), pool, found };
}

/** The id of an application with a broken journal, and that of a sound one that comes after it in every order by id. */
async function applications(): Promise<readonly [string, string]> {
  const [bad = '', good = ''] = [randomUUID(), randomUUID()].sort();
  const { write, pool } = replica();
  for (const applicationId of [bad, bad, good]) await write(signedEntry(applicationId));
  await pool.query('update journal_logs set size = size - 1 where application_id = $1', [bad]);
  return [bad, good];
}

const lengthOf = (pool: Pool, applicationId: string): Promise<number | null> =>
  inTransaction(pool, async (client) => (await client.query('select from journal_entries')).rowCount, {
    applicationId,
  });

it('entries of other applications are journaled, with one alarm', async () => {
  const [bad, good] = await applications();
  const { append, sequencer, found, pool } = replica();
  for (const applicationId of [bad, bad, good]) await append(signedEntry(applicationId));
  await sequencer.turn();
  await sequencer.turn();
  expect(await lengthOf(pool, good)).toBe(2);
  expect(await lengthOf(pool, bad)).toBe(2);
  expect(found).toEqual([`journal-broken ${bad}`]);
  const waiting = await pool.query('select from journal_pending where application_id = $1', [bad]);
  expect(waiting.rowCount).toBe(2);
});

it('nothing more is signed for its application until it is whole, and then what waited is journaled', async () => {
  const [bad, good] = await applications();
  const { append, sequencer, pool } = replica();
  await append(signedEntry(bad));
  await sequencer.turn();
  await expect(append(signedEntry(bad))).rejects.toMatchObject({ code: 'service.unavailable' });
  await append(signedEntry(good));
  await pool.query('update journal_logs set size = size + 1 where application_id = $1', [bad]);
  const restarted = replica();
  await restarted.write(signedEntry(bad));
  expect(await lengthOf(pool, bad)).toBe(4);
});

it('a log that is put back to where it was takes no entries', async () => {
  const applicationId = randomUUID();
  const { append, write, sequencer, found, pool } = replica();
  await write(signedEntry(applicationId));
  const sql = 'select size, hashes, mac from journal_logs where application_id = $1';
  const [earlier] = (await pool.query<Record<string, unknown>>(sql, [applicationId])).rows;
  await write(signedEntry(applicationId));
  await pool.query('update journal_logs set size = $2, hashes = $3, mac = $4 where application_id = $1', [
    applicationId,
    ...Object.values(earlier ?? {}),
  ]);
  await append(signedEntry(applicationId));
  await sequencer.turn();
  expect(found).toContain(`journal-broken ${applicationId}`);
  expect(await lengthOf(pool, applicationId)).toBe(2);
});
