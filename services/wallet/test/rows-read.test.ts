import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { readMatching } from '../src/journal/read-matching.js';
import { proveEntries, readLogFile } from '../src/journal/log-file-store.js';
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

/** Of a pool of one connection. */
async function rowsReadBy(pool: ReturnType<WalletDatabase['replica']>): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ read: bigint }>(
    `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint as read from pg_stat_user_tables
     where schemaname = 'wallet' and relname like 'journal%'`,
  );
  return Number(rows[0]?.read);
}

it.each([
  ['in one partition', () => Promise.resolve()],
  ['in those of months', () => makeMonths(database.url)],
])('reads as many rows for a long journal as for a short one, %s', async (_, prepare) => {
  await prepare();
  const [applicationId, walletId] = [randomUUID(), randomUUID()];
  const pool = database.replica(1);
  const { sequencer } = journalUnderTest(pool);
  // What the planner knows of other applications only, it takes for a journal of a few entries.
  await owner.query('analyze');
  const rowsRead = () => rowsReadBy(pool);
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
  expect(
    (await readMatching(unarchived(pool), applicationId, { walletIds: [walletId] }, page))?.entries,
  ).toHaveLength(20);
  expect(
    (await readJournal(unarchived(pool), applicationId, { after: 10n, limit: 20 })).entries,
  ).toHaveLength(20);
  expect((await rowsRead()) - before).toBeLessThan(200);
});

// Of both, the last tile has the same width. The tiles of the longer one have three levels.
it('reads as many rows for proofs, pages and tiles of a long journal as of a short one, but for a tile', async () => {
  const pool = database.replica(1);
  const places = unarchived(pool);
  const readOf = async (size: number): Promise<Record<string, number>> => {
    const applicationId = randomUUID();
    const { sequencer } = journalUnderTest(pool);
    for (let at = 0; at < size; at += 2_000) {
      const count = Math.min(2_000, size - at);
      await insertPending(
        pool,
        macs,
        Array.from({ length: count }, () => signedEntry(applicationId)),
      );
      await sequencer.integrate(applicationId);
    }
    const found: Record<string, number> = {};
    const reading = async (what: string, work: () => Promise<unknown>): Promise<void> => {
      const before = await rowsReadBy(pool);
      await work();
      found[what] = (await rowsReadBy(pool)) - before;
    };
    await reading('a proof', () => proveEntries(places, applicationId, [300n], size));
    await reading('proofs of a page', () =>
      proveEntries(
        places,
        applicationId,
        Array.from({ length: 20 }, (_, at) => BigInt(size - at)),
        size,
      ),
    );
    await reading('a page', () => readJournal(places, applicationId, { after: 300n, limit: 20 }));
    await reading('the newest page', () =>
      readJournal(places, applicationId, { after: 0n, limit: 20, newestFirst: true }),
    );
    for (const path of ['tile/0/001', 'tile/1/000.p/2', 'tile/entries/001'])
      await reading(path, () => readLogFile(places, applicationId, path));
    return found;
  };
  // What the planner knows of other applications only, it takes for a journal of a few entries. And nothing teaches it
  // in between, or it would read a table of tiles as a whole that was small then.
  await owner.query('analyze');
  await owner.query(
    `do $$ declare name regclass; begin
       for name in select oid from pg_class where relnamespace = 'wallet'::regnamespace and relkind = 'r' loop
         execute format('alter table %s set (autovacuum_enabled = false)', name);
       end loop;
     end $$`,
  );
  const short = await readOf(2 * 256 + 100);
  const long = await readOf(273 * 256 + 100);
  for (const [what, rows] of Object.entries(long)) {
    expect([what, rows > 0]).toEqual([what, true]);
    // A tile of level 1 that is not full is made of up to 255 rows.
    expect([what, rows - (short[what] ?? 0) < 300]).toEqual([what, true]);
  }
}, 300_000);
