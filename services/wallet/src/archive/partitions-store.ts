import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import { EntriesWait } from './entries-wait.js';
import { monthOf, nameOfMonth } from './months.js';

// The partitions of the journal. All of it as the owner of the schema.

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
  await whenFree(owner, (transaction) =>
    transaction.query(
      `alter table wallet.${rest} drop constraint if exists ${check};
       alter table wallet.${rest} add constraint ${check} check (recorded_at_ms < ${untilMs}) not valid`,
    ),
  );
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
    await transaction.query(
      `lock table only wallet.journal_entries in access exclusive mode;
       alter table wallet.journal_entries detach partition wallet.${rest};
       alter table wallet.${rest} rename to ${name};
       alter table wallet.journal_entries attach partition wallet.${name} ${bounds('minvalue', untilMs)};
       alter table wallet.${name} drop constraint ${check}`,
    );
    await makePartition(transaction, rest, 'default');
    await transaction.query(
      `alter table wallet.${rest} add constraint journal_entries_time_recorded
         check (recorded_at_ms between 0 and ${Number.MAX_SAFE_INTEGER})`,
    );
  });
}

async function makePartition(transaction: PoolClient, name: string, bound: string): Promise<void> {
  await transaction.query(
    `create table wallet.${name} partition of wallet.journal_entries ${bound};
     alter table wallet.${name} add primary key (application_id, seq);
     alter table wallet.${name} enable row level security;
     alter table wallet.${name} force row level security`,
  );
}

const columns = `application_id, seq, recorded_at_ms, kind, request_id, wallet_id, operation, payload_hashes, jwt_hash,
  decision, outcome, error_code, token_reused, trace_id, hash, details, mac`;

// Of each application that the partition has, also of one whose log somebody removed. The newest entry of what signers
// trust, which is compared with what they trust now, is one of the log: forged ones don't make it go.
const keptSql = (name: string): string => `
  insert into wallet.journal_entries (${columns})
  with recursive found as (
    (select application_id from wallet.${name} order by application_id limit 1)
    union all
    select (select e.application_id from wallet.${name} as e where e.application_id > found.application_id
      order by e.application_id limit 1)
    from found where found.application_id is not null
  )
  select kept.* from found
  left join lateral (
    select max(size) as size from wallet.journal_archives as a where a.application_id = found.application_id
  ) as archived on true
  left join wallet.journal_logs as l on l.application_id = found.application_id
  cross join lateral (
    select ${columns} from wallet.${name} as e
    where e.application_id = found.application_id and e.seq > coalesce(archived.size, 0)
    union
    (select ${columns} from wallet.${name} as e
     where e.application_id = found.application_id and e.operation = 'trust.applied'
       and e.seq <= coalesce(l.size, archived.size)
       and not exists (
         select from wallet.journal_entries as later where later.application_id = found.application_id
           and later.operation = 'trust.applied' and later.seq > e.seq and later.seq <= l.size)
     order by e.seq desc limit 1)
  ) as kept
  returning 1`;

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

const waitingSql = `
  select distinct p.application_id from wallet.journal_pending as p
  where p.recorded_at_ms < $1
    and exists (select from wallet.journal_archives as a where a.application_id = p.application_id)`;

/**
 * Drops a month. What of it is not in the archive goes to the default partition, in the same transaction. So does what
 * the service still compares with. Rejects with EntriesWait if the seal would keep entries from their journal.
 */
export function dropMonth(owner: Pool, { name, untilMs }: Partition): Promise<number> {
  return whenFree(owner, async (transaction) => {
    await transaction.query(
      `set local app.every_application = 'on';
       lock table only wallet.journal_entries in access exclusive mode;
       lock table wallet.journal_archives in share row exclusive mode;
       alter table wallet.journal_entries detach partition wallet.${name};
       alter table wallet.${name} no force row level security`,
    );
    const { rowCount: chains } = await transaction.query('select from wallet.journal_chain_heads limit 1');
    if (chains !== 0)
      throw new Error('journals of an earlier version wait to be imported: nothing is dropped yet');
    const { rows: waiting } = await transaction.query<{ application_id: string }>(waitingSql, [untilMs]);
    if (waiting.length > 0) throw new EntriesWait(waiting.map((row) => row.application_id));
    const { rowCount } = await transaction.query(keptSql(name));
    await transaction.query(sealSql, [untilMs]);
    await transaction.query(droppedSql, [untilMs]);
    await transaction.query(`drop table wallet.${name}`);
    return rowCount ?? 0;
  });
}

/** Removes what is in the archive by now from the default partition: entries from before `untilMs`. */
export function emptyRest(owner: Pool, untilMs: number): Promise<number> {
  return inTransaction(owner, async (transaction) => {
    await transaction.query(`set local app.every_application = 'on'`);
    const { rowCount } = await transaction.query(
      `delete from wallet.journal_entries as e
       using (select application_id, max(size) as size from wallet.journal_archives group by application_id) as a
       where e.application_id = a.application_id and e.seq <= a.size and e.recorded_at_ms < $1
         and e.tableoid = to_regclass('wallet.${rest}')
         and (e.operation <> 'trust.applied' or exists (
           select from wallet.journal_entries as later
           join wallet.journal_logs as l on l.application_id = later.application_id and later.seq <= l.size
           where later.application_id = e.application_id and later.operation = 'trust.applied' and later.seq > e.seq))`,
      [untilMs],
    );
    if (rowCount !== 0) await transaction.query(droppedSql, [untilMs]);
    return rowCount ?? 0;
  });
}

const attempts = 10;

/**
 * A transaction that gives up soon when others hold what it locks, so that nobody waits behind it, and is tried again.
 * Rejects if that never works.
 */
async function whenFree<Result>(
  owner: Pool,
  work: (transaction: PoolClient) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(owner, async (transaction) => {
        await transaction.query(`set local lock_timeout = '2s'`);
        return work(transaction);
      });
    } catch (error) {
      if (attempt === attempts || !hasCode(error, '55P03')) throw error;
      await sleep(1_000);
    }
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
