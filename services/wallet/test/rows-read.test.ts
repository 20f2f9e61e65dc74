import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { readMatching } from '../src/journal/journal-filter-store.js';
import { readJournal } from '../src/journal/journal-page-store.js';
import { insertPending } from '../src/journal/pending-store.js';
import { journalUnderTest } from './journal-under-test.js';
import { makeMonths } from './make-months.js';
import { signedEntry } from './signed-entry.js';
import { macs } from './test-macs.js';
import { unarchived } from './unarchived.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';

// What a turn, a filter and a page read of the journal.

let database: WalletDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await walletDatabase('wallet_rows_read');
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.end();
});

it.each([
  ['in one partition', () => Promise.resolve()],
  ['in those of months', () => makeMonths(database.url)],
])('reads as many rows for a long journal as for a short one, %s', async (_, prepare) => {
  await prepare();
  const [applicationId, walletId] = [randomUUID(), randomUUID()];
  const pool = database.replica(1);
  const { sequencer } = journalUnderTest(pool);
  const rowsRead = async (): Promise<number> => {
    await pool.query('select pg_stat_force_next_flush()');
    const { rows } = await pool.query<{ read: bigint }>(
      `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint as read from pg_stat_user_tables
       where schemaname = 'wallet' and relname like 'journal%'`,
    );
    return Number(rows[0]?.read);
  };
  const readFor = async (): Promise<number> => {
    const before = await rowsRead();
    await insertPending(
      pool,
      macs,
      Array.from({ length: 50 }, () => signedEntry(applicationId, { walletId })),
    );
    await sequencer.turn();
    return (await rowsRead()) - before;
  };
  const short = await readFor();
  // Entries of the same wallet, which only the times distinguish. Nothing tells the planner of them.
  await owner.query(
    `insert into wallet.journal_entries (application_id, seq, recorded_at_ms, kind, request_id, wallet_id,
       operation, payload_hashes, jwt_hash, decision, outcome, error_code, token_reused, trace_id, details)
     select $1, 1000000 + n, n, 'result', gen_random_uuid(), $2, 'message', '', sha256(''), '', 'signed', '', false,
       '', '' from generate_series(1, 30000) as n`,
    [applicationId, walletId],
  );
  const long = await readFor();
  expect(long).toBeLessThan(short + 200);
  const before = await rowsRead();
  const page = { after: 0n, limit: 20 };
  expect((await readMatching(pool, applicationId, { walletIds: [walletId] }, page))?.entries).toHaveLength(
    20,
  );
  expect(
    (await readJournal(unarchived(pool), applicationId, { after: 10n, limit: 20 })).entries,
  ).toHaveLength(20);
  expect((await rowsRead()) - before).toBeLessThan(200);
});
