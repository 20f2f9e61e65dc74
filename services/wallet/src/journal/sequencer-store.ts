import type { Pool, PoolClient } from 'pg';
import { administrative } from '@wallet-service/journal-format';
import { arrayValue, inTransaction, readInIndexOrder } from '@wallet-service/postgres';
import { byApplication } from './by-application.js';
import { arraysOf } from './entry-columns-store.js';
import type { JournalMacs, Log } from './journal-macs.js';
import { appendToLogs, lockLogs } from './log-store.js';
import { entryOfRow, pendingColumns, pendingTypes, valuesOfRow, type PendingRow } from './pending-store.js';

/**
 * `written`: by somebody other than this service. `replayed`: its entry is already in the journal, or of a time whose
 * entries are in the archive, where nobody looks for it.
 */
export type RefusedRow = { readonly row: PendingRow; readonly what: 'written' | 'replayed' };

/** Whether an entry of any application waits. One round trip, because it is asked all the time. */
export async function isAnyPending(database: Pool): Promise<boolean> {
  const { rows } = await database.query<{ any: boolean }>(
    'select exists (select from journal_pending) as any',
  );
  return rows[0]?.any === true;
}

export type DueApplication = { readonly applicationId: string; readonly hasLog: boolean };

export type WaitingEntries = {
  /** Whether an entry of any application waits, also of those that are left out. */
  readonly anyWaits: boolean;
  readonly due: readonly DueApplication[];
};

// Reads one row of each application, however many wait, and none of those that are gone.
const lookSql = `with recursive waiting (application_id, time_pending) as (
    (select application_id, time_pending from journal_pending order by application_id, pending_id limit 1)
    union all
    select next.* from waiting, lateral (
      select p.application_id, p.time_pending from journal_pending as p
      where p.application_id > waiting.application_id order by p.application_id, p.pending_id limit 1
    ) as next
  ), open as materialized (
    select application_id, time_pending from waiting
    where application_id <> all($1::uuid[])
      and not exists (select from journal_chain_heads as h where h.application_id = waiting.application_id)
  ), due as (
    select application_id, time_pending,
      exists (select from journal_logs as l where l.application_id = open.application_id) as has_log
    from open
    where exists (
      select from open
      where time_pending not between clock_timestamp() - $2 * interval '1 ms' and clock_timestamp())
    order by time_pending limit $3
  )
  select found.any_waits, due.application_id, due.has_log
  from (select exists (select from waiting) as any_waits) as found left join due on true
  order by due.time_pending`;

/**
 * `due`: all applications with pending entries, once one entry has waited for `waitMs` by the clock of the database, or
 * if that clock was set back: so whoever asks then moves the entries of all, and who asks later finds nothing. Those
 * that have waited longest come first. Those whose chain is not imported are left out.
 */
export function lookForWaiting(
  database: Pool,
  { waitMs, except, limit }: { waitMs: number; except: readonly string[]; limit: number },
): Promise<WaitingEntries> {
  return inTransaction(database, async (transaction) => {
    await readInIndexOrder(transaction);
    const { rows } = await transaction.query<{
      any_waits: boolean;
      application_id: string | null;
      has_log: boolean;
    }>({ name: 'look for waiting entries', text: lookSql, values: [except, waitMs, limit] });
    return {
      anyWaits: rows[0]?.any_waits === true,
      due: rows.flatMap(({ application_id: applicationId, has_log: hasLog }) =>
        applicationId === null ? [] : [{ applicationId, hasLog }],
      ),
    };
  });
}

/** The number of the newest entry that waits. Undefined if none does. */
export async function newestPending(database: Pool, applicationId: string): Promise<bigint | undefined> {
  const { rows } = await database.query<{ newest: bigint | null }>(
    'select max(pending_id) as newest from journal_pending where application_id = $1',
    [applicationId],
  );
  return rows[0]?.newest ?? undefined;
}

export type Integrated = {
  readonly entries: number;
  readonly refused: readonly RefusedRow[];
  /** How far each application that was not skipped has come. Undefined: nothing waited. */
  readonly reached: ReadonlyMap<string, { readonly rows: number; readonly last: bigint | undefined }>;
};

/**
 * Moves the oldest pending entries of applications to their logs, at most `limit` of each, in one
 * transaction: an entry is neither lost nor written twice. The logs MUST have been begun. `others`: what to
 * do about applications whose entries another replica is moving.
 */
export function integrateBatch(
  database: Pool,
  macs: JournalMacs,
  applicationIds: readonly string[],
  { limit, others }: { readonly limit: number; readonly others: 'skip' | 'wait' },
): Promise<Integrated> {
  return inTransaction(database, async (transaction) => {
    await readInIndexOrder(transaction);
    const logs = await lockLogs(transaction, macs, applicationIds, others);
    if (logs.size === 0) return { entries: 0, refused: [], reached: new Map() };
    const rows = await takeRows(transaction, [...logs.keys()], limit);
    const { genuine, refused } = await sortOut(transaction, macs, logs, rows);
    const entries = byApplication(genuine.map(entryOfRow));
    if (entries.size > 0) await appendToLogs(transaction, macs, logs, entries);
    if (refused.length > 0) await keepRefused(transaction, refused);
    const reached = new Map(
      [...logs.keys()].map((id) => {
        const taken = rows.filter((row) => row.application_id === id);
        return [id, { rows: taken.length, last: taken.at(-1)?.pending_id }];
      }),
    );
    return { entries: genuine.length, refused, reached };
  });
}

/** Removes the oldest rows of each application and returns them in order. */
async function takeRows(
  transaction: PoolClient,
  applicationIds: readonly string[],
  limit: number,
): Promise<readonly PendingRow[]> {
  // By place, because a join could read every row that waits.
  const { rows } = await transaction.query<PendingRow>(
    `delete from journal_pending where ctid = any(array(
       select oldest.place from unnest($1::uuid[]) as one (id) cross join lateral (
         select ctid as place from journal_pending where application_id = one.id order by pending_id limit $2
       ) as oldest))
     returning pending_id, ${pendingColumns}`,
    [applicationIds, limit],
  );
  return rows.toSorted((one, other) => (one.pending_id < other.pending_id ? -1 : 1));
}

/** Decides which rows may be moved. */
async function sortOut(
  transaction: PoolClient,
  macs: JournalMacs,
  logs: ReadonlyMap<string, Log>,
  rows: readonly PendingRow[],
): Promise<{ readonly genuine: readonly PendingRow[]; readonly refused: readonly RefusedRow[] }> {
  const ours = rows.filter((row) => macs.fitsWaiting(row.mac, entryOfRow(row)));
  const journaled = await alreadyJournaled(transaction, logs, ours);
  const seen = new Set<string>();
  const genuine = new Set<PendingRow>();
  for (const row of ours) {
    const name = nameOf(row);
    if (!journaled.has(row) && !seen.has(name)) genuine.add(row);
    seen.add(name);
  }
  const written = new Set(ours);
  // A service that keeps changes for the journal may tell of one twice. It has the same id then.
  const isToldAgain = (row: PendingRow): boolean =>
    written.has(row) && row.operation.startsWith(administrative);
  const refused = rows
    .filter((row) => !genuine.has(row) && !isToldAgain(row))
    .map((row): RefusedRow => ({ row, what: written.has(row) ? 'replayed' : 'written' }));
  return { genuine: [...genuine], refused };
}

/** Equal for a row and its copy: a genuine copy has the same of everything. */
function nameOf(row: PendingRow): string {
  return [row.application_id, row.wallet_id, row.recorded_at_ms, row.request_id, ...identityOf(row)].join(
    ' ',
  );
}

function identityOf(row: PendingRow): readonly string[] {
  return [row.kind, row.operation, row.outcome, row.error_code];
}

/** An entry of the journal, or a month of the archive. */
type Found = { place: bigint | null; application_id: string | null; until_ms: bigint | null };

/**
 * The rows whose entry is in the journal. They are looked up by what the MAC says of them. What lies after the end of
 * the log is not in the journal: anybody with the service's role could have put it there.
 */
async function alreadyJournaled(
  transaction: PoolClient,
  logs: ReadonlyMap<string, Log>,
  rows: readonly PendingRow[],
): Promise<ReadonlySet<PendingRow>> {
  const [first] = rows;
  if (!first) return new Set();
  // Citus hands on what `set local` sets, and not what set_config sets.
  await transaction.query(`set local app.every_application = 'on'; set local enable_hashagg = off`);
  // A range of one time, and a group for it: so only an index by time gives the order that the group needs. Another one
  // could read the whole journal of an application. Citus refuses a limit here.
  const { rows: found } = await transaction.query<Found>(
    `select p.place, null::uuid as application_id, null::bigint as until_ms
     from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::uuid[], $5::text[], $6::bigint[])
       with ordinality as p (application_id, wallet_id, recorded_at_ms, request_id, identity, size, place)
     cross join lateral (
       select from journal_entries as e
       where e.application_id = p.application_id and e.wallet_id = p.wallet_id
         and e.recorded_at_ms between p.recorded_at_ms and p.recorded_at_ms
         and e.request_id = p.request_id and e.seq <= p.size
         and concat_ws(' ', e.kind, e.operation, e.outcome, e.error_code) = p.identity
       group by e.application_id, e.recorded_at_ms) as journaled
     union all
     select null, application_id, until_ms from journal_archives
     where application_id = any($7::uuid[]) and until_ms > $8`,
    [
      arrayValue('uuid', rows, (row) => row.application_id),
      arrayValue('uuid', rows, (row) => row.wallet_id),
      arrayValue('bigint', rows, (row) => row.recorded_at_ms),
      arrayValue('uuid', rows, (row) => row.request_id),
      arrayValue('text', rows, (row) => identityOf(row).join(' ')),
      arrayValue('bigint', rows, (row) => logs.get(row.application_id)?.size ?? 0),
      [...new Set(rows.map((row) => row.application_id))],
      rows.reduce(
        (oldest, row) => (row.recorded_at_ms < oldest ? row.recorded_at_ms : oldest),
        first.recorded_at_ms,
      ),
    ],
  );
  const places = new Set(found.map(({ place }) => Number(place)));
  const archivedUntil = new Map<string | null, bigint>();
  for (const { application_id: id, until_ms: until } of found)
    if (until !== null && until >= (archivedUntil.get(id) ?? until)) archivedUntil.set(id, until);
  return new Set(
    rows.filter(
      (row, at) =>
        places.has(at + 1) ||
        row.recorded_at_ms < (archivedUntil.get(row.application_id) ?? row.recorded_at_ms),
    ),
  );
}

/** Moves them out of the way, to where only the owner of the schema can remove them. */
async function keepRefused(transaction: PoolClient, refused: readonly RefusedRow[]): Promise<void> {
  const values = refused.map(({ row }) => valuesOfRow(row));
  await transaction.query(
    `insert into journal_pending_refused (${pendingColumns}, pending_id)
     select * from unnest(${arraysOf([...pendingTypes, 'bigint'])})`,
    [
      ...pendingTypes.map((_, column) => values.map((row) => row[column])),
      refused.map(({ row }) => String(row.pending_id)),
    ],
  );
}
