import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { inTransaction, type TransactionOptions } from '@wallet-service/postgres';
import { EntriesWait } from './entries-wait.js';
import { monthOf, nameOfMonth } from './months.js';
import { applicationsBefore, keepEntries, readJournals, removeKept } from './unarchived-store.js';

// The partitions of the journal. All of it as the owner of the schema. Citus runs one change of a table at a time.

/** `fromMs`, `untilMs`: Unix milliseconds. The first has no beginning. */
export type Partition = {
  readonly name: string;
  readonly fromMs: number;
  readonly untilMs: number;
};

/** What no partition of a month takes. */
const rest = 'journal_entries_rest';
/** How many months are prepared, from the current one on. */
const monthsAhead = 4;

/** The partitions of months, the oldest first. */
export async function partitions(connection: Pool | PoolClient): Promise<readonly Partition[]> {
  const { rows } = await connection.query<{ name: string; bound: string }>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits join pg_class as c on c.oid = inhrelid
     where inhparent = to_regclass('wallet.journal_entries')`,
  );
  const found = rows.flatMap(({ name, bound }) => {
    const [, from = '', until = ''] = /FROM \('?(\w+)'?\) TO \('?(\d+)'?\)/.exec(bound) ?? [];
    if (until === '') return [];
    return [{ name, fromMs: from === 'MINVALUE' ? 0 : Number(from), untilMs: Number(until) }];
  });
  return found.toSorted((one, other) => one.fromMs - other.fromMs);
}

/**
 * Makes the partitions of this month and of those to come. Resolves to their names, and to the months that have rows in
 * the default partition already, which keeps them.
 */
export async function prepareMonths(
  owner: Pool,
  nowMs: number,
): Promise<{ readonly made: readonly string[]; readonly late: readonly string[] }> {
  if ((await partitions(owner)).length === 0) await splitOff(owner, monthOf(nowMs, 2));
  const [made, late]: [string[], string[]] = [[], []];
  for (let ahead = 0; ahead < monthsAhead; ahead += 1) {
    const [fromMs, untilMs] = [monthOf(nowMs, ahead), monthOf(nowMs, ahead + 1)];
    const has = await partitions(owner);
    if (has.some((each) => each.fromMs < untilMs && fromMs < each.untilMs)) continue;
    const name = `journal_entries_${nameOfMonth(fromMs)}`;
    try {
      await whenFree(owner, (transaction) => makePartition(transaction, name, bounds(fromMs, untilMs)));
      made.push(name);
    } catch (error) {
      if (!hasCode(error, '23514')) throw error;
      late.push(nameOfMonth(fromMs));
    }
  }
  return { made, late };
}

const check = 'journal_entries_until';
const bounds = (from: number | 'minvalue', until: number): string =>
  `for values from (${from}) to (${until})`;

/**
 * Makes the table from before there were partitions the one of all months up to `untilMs`, without moving a row. It is
 * read once, while entries are written to it.
 */
async function splitOff(owner: Pool, untilMs: number): Promise<void> {
  await whenFree(owner, async (transaction) => {
    await transaction.query(`alter table wallet.${rest} drop constraint if exists ${check}`);
    await transaction.query(
      `alter table wallet.${rest} add constraint ${check} check (recorded_at_ms < ${untilMs}) not valid`,
    );
  });
  try {
    await owner.query(`alter table wallet.${rest} validate constraint ${check}`);
    await makeOldest(owner, untilMs);
  } catch (error) {
    // Otherwise no entry could be written from then on.
    await owner.query(`alter table wallet.${rest} drop constraint if exists ${check}`);
    if (!hasCode(error, '23514')) throw error;
    const until = new Date(untilMs).toISOString();
    throw new Error(`an entry of the journal has a time after ${until}: no partition can be made`, {
      cause: error,
    });
  }
}

async function makeOldest(owner: Pool, untilMs: number): Promise<void> {
  const name = `journal_entries_before_${nameOfMonth(untilMs)}`;
  await whenFree(owner, async (transaction) => {
    await transaction.query('lock table only wallet.journal_entries in access exclusive mode');
    await transaction.query(`alter table wallet.journal_entries detach partition wallet.${rest}`);
    await transaction.query(`alter table wallet.${rest} rename to ${name}`);
    await transaction.query(
      `alter table wallet.journal_entries attach partition wallet.${name} ${bounds('minvalue', untilMs)}`,
    );
    await transaction.query(`alter table wallet.${name} drop constraint ${check}`);
    await makePartition(transaction, rest, 'default');
    await transaction.query(
      `alter table wallet.${rest} add constraint journal_entries_time_recorded
         check (recorded_at_ms between 0 and ${Number.MAX_SAFE_INTEGER})`,
    );
  });
}

async function makePartition(transaction: PoolClient, name: string, bound: string): Promise<void> {
  await transaction.query(`create table wallet.${name} partition of wallet.journal_entries ${bound}`);
  await transaction.query(`alter table wallet.${name} add primary key (application_id, seq)`);
  await transaction.query(`alter table wallet.${name} enable row level security`);
  await transaction.query(`alter table wallet.${name} force row level security`);
}

// Entries of the month can't be looked up any more. So every journal that has some in the archive is sealed until its
// end.
const sealSql = `
  insert into wallet.journal_archives (application_id, until_ms, size, hashes, without_key, newest_ms)
  select application_id, $1, size, hashes, without_key, newest_ms from (
    select distinct on (application_id) * from wallet.journal_archives order by application_id, until_ms desc
  ) as newest
  where until_ms < $1
  returning 1`;

// From now on filters look for entries of these months in the archive. Those from before a time are archived with the
// first month that ends at it or later.
const droppedSql = `
  update wallet.journal_archives as a set is_dropped = true
  where not is_dropped and until_ms <= coalesce((
    select min(m.until_ms) from wallet.journal_archives as m
    where m.application_id = a.application_id and m.until_ms >= $1), a.until_ms)`;

/** The applications whose entries the seal would keep from their journal. */
async function waitingOf(transaction: PoolClient, untilMs: number): Promise<readonly string[]> {
  type Row = { application_id: string };
  const { rows: pending } = await transaction.query<Row>(
    'select distinct application_id from wallet.journal_pending where recorded_at_ms < $1',
    [untilMs],
  );
  if (pending.length === 0) return [];
  const { rows } = await transaction.query<Row>(
    'select distinct application_id from wallet.journal_archives where application_id = any($1::uuid[])',
    [pending.map((row) => row.application_id)],
  );
  return rows.map((row) => row.application_id);
}

/**
 * Drops a month, which MUST be the oldest. What of it is not in the archive goes to the default partition, in the same
 * transaction. So does what the service still compares with. Rejects with EntriesWait if the seal would keep entries
 * from their journal.
 */
export async function dropMonth(owner: Pool, { name, untilMs }: Partition): Promise<number> {
  // Before anything is locked, because they are asked one by one. Who gets entries of the month after this has a log.
  const applications = await applicationsBefore(owner, untilMs);
  return whenFree(
    owner,
    async (transaction) => {
      await transaction.query('lock table only wallet.journal_entries in access exclusive mode');
      await transaction.query('lock table wallet.journal_archives in share row exclusive mode');
      await transaction.query(`alter table wallet.journal_entries detach partition wallet.${name}`);
      await transaction.query(`alter table wallet.${name} no force row level security`);
      const { rowCount: chains } = await transaction.query('select from wallet.journal_chain_heads limit 1');
      if (chains !== 0)
        throw new Error('journals of an earlier version wait to be imported: nothing is dropped yet');
      const waiting = await waitingOf(transaction, untilMs);
      if (waiting.length > 0) throw new EntriesWait(waiting);
      const journals = await readJournals(transaction, applications);
      await transaction.query(sealSql, [untilMs]);
      await transaction.query(droppedSql, [untilMs]);
      const kept = await keepEntries(transaction, name, journals);
      await transaction.query(`drop table wallet.${name}`);
      return kept;
    },
    { everyApplication: true },
  );
}

/** Removes what is in the archive by now from the default partition: entries from before `untilMs`. */
export function emptyRest(owner: Pool, untilMs: number): Promise<number> {
  return inTransaction(
    owner,
    async (transaction) => {
      // A month that has a partition has none of its entries in the default one.
      const [oldest] = await partitions(transaction);
      const removed = await removeKept(transaction, Math.min(untilMs, oldest?.fromMs ?? untilMs));
      if (removed !== 0) await transaction.query(droppedSql, [untilMs]);
      return removed;
    },
    { everyApplication: true },
  );
}

const attempts = 10;

/**
 * A transaction that gives up soon when others hold what it locks, so that nobody waits behind it, and is tried again.
 * Rejects if that never works.
 */
async function whenFree<Result>(
  owner: Pool,
  work: (transaction: PoolClient) => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const withTimeout = async (transaction: PoolClient): Promise<Result> => {
        await transaction.query(`set local lock_timeout = '2s'`);
        return work(transaction);
      };
      return await inTransaction(owner, withTimeout, options);
    } catch (error) {
      if (attempt === attempts || !hasCode(error, '55P03')) throw error;
      await sleep(1_000);
    }
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
