import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import { createJournal } from '../src/journal/journal.js';
import { journalStore } from '../src/journal/journal-store.js';
import { createOutbox } from '../src/journal/outbox-store.js';
import { createTampered } from '../src/wallets/tampering.js';
import { signedEntry } from './signed-entry.js';
import { macs, nothingRefused } from './test-macs.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';

// Somebody with the service's role sets the head of one application's journal back. No other application's entries wait
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
  const { append } = createJournal({ store: journalStore(pool, macs), tampered });
  const outbox = createOutbox({
    database: pool,
    macs,
    now: Date.now,
    newId: randomUUID,
    tampered,
    onRefused: nothingRefused,
  });
  return { pool, append, outbox, found };
}

/** The id of an application with a broken journal, and that of a sound one that comes after it in every order by id. */
async function applications(): Promise<readonly [string, string]> {
  const [bad = '', good = ''] = [randomUUID(), randomUUID()].sort();
  const { append, pool } = replica();
  for (const applicationId of [bad, bad, good]) await append(signedEntry(applicationId));
  await pool.query('update journal_heads set seq = seq - 1 where application_id = $1', [bad]);
  return [bad, good];
}

const lengthOf = (pool: Pool, applicationId: string): Promise<number | null> =>
  inTransaction(pool, async (client) => (await client.query('select from journal_entries')).rowCount, {
    applicationId,
  });

it('signatures of other applications are journaled, and an alarm is raised', async () => {
  const [bad, good] = await applications();
  const { append, found, pool } = replica();
  const [first, second] = await Promise.allSettled([append(signedEntry(bad)), append(signedEntry(good))]);
  expect(first).toMatchObject({ status: 'rejected', reason: { code: 'service.unavailable' } });
  expect(second.status).toBe('fulfilled');
  expect(await lengthOf(pool, good)).toBe(2);
  expect(await lengthOf(pool, bad)).toBe(2);
  expect(found).toEqual([`journal-broken ${bad}`]);
});

it('events of other applications reach their journals, whoever is first, with an alarm once a minute', async () => {
  const [bad, good] = await applications();
  const { outbox, found, pool } = replica();
  const event = (applicationId: string) => ({
    applicationId,
    walletId: randomUUID(),
    event: 'wallet.created' as const,
    jwtHash: Buffer.alloc(32),
    tokenReused: false,
    details: {},
    traceId: '',
  });
  await inTransaction(pool, async (transaction) => {
    for (const applicationId of [bad, bad, good]) await outbox.record(transaction, event(applicationId));
  });
  await outbox.flush();
  await outbox.flush();
  expect(await lengthOf(pool, good)).toBe(2);
  const { rows } = await pool.query<{ application_id: string }>('select application_id from journal_outbox');
  expect(rows.map(({ application_id }) => application_id)).toEqual([bad, bad]);
  expect(found).toEqual([`journal-broken ${bad}`]);
});
