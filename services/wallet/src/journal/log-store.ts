import type { Pool, PoolClient } from 'pg';
import { arrayValue, isRefusedByDatabase } from '@wallet-service/postgres';
import { leafDataOf, type JournalEntry, type PlacedEntry } from '@wallet-service/journal-format';
import { appendLeaves, emptyRange, isCompactRange, leafHashOf } from '@wallet-service/transparency-log';
import { everyApplication } from '../wallets/journal-stopped.js';
import { BrokenLog } from './broken-log.js';
import { arraysOf, entryArrays, entryColumns, entryTypes } from './entry-columns-store.js';
import type { JournalMacs, Leaf, Log } from './journal-macs.js';
import { insertTiles } from './tile-store.js';

/**
 * Whether the failure comes from the journal or the entries of one application. Then nothing was written, and
 * other applications' entries can still be written.
 */
export function isOfOneLog(error: unknown): boolean {
  return error instanceof BrokenLog || isRefusedByDatabase(error);
}

type LogRow = {
  application_id: string;
  generation: bigint;
  size: bigint;
  hashes: Buffer;
  mac: Buffer | null;
  /** Null, as what follows: nothing was accepted. */
  accepted_us: string | null;
  accepted_of: string;
  accepted_loss: string;
  accepted_reason: string;
  acceptance_mac: Buffer | null;
};

// When an operator last accepted a loss of the application, in Unix seconds, begins a generation. So a generation never
// comes back, whatever database is restored. A time to come would be the last generation for ever.
const lastAcceptance = `left join lateral (
    select trunc(extract(epoch from time_accepted) * 1000000)::text as accepted_us, application_id as accepted_of,
      loss_id as accepted_loss, reason as accepted_reason, acceptance_mac
    from losses as s
    where s.application_id in (l.application_id, '${everyApplication}')
      and s.time_accepted between timestamptz 'epoch' and clock_timestamp()
    order by time_accepted desc limit 1
  ) as accepted on true`;
const logColumns = `l.application_id, generation, size, hashes, mac, accepted_us, accepted_of, accepted_loss,
  accepted_reason, acceptance_mac`;

type StoredEnd = Pick<LogRow, 'generation' | 'size' | 'hashes'>;

function storedLog({ generation, size, hashes }: StoredEnd): Log {
  return {
    generation: Number(generation),
    size: Number(size),
    hashes: Array.from({ length: hashes.length / 32 }, (_, at) => hashes.subarray(at * 32, (at + 1) * 32)),
  };
}

/** Throws BrokenLog for a row that this service did not write. */
function logOf(macs: JournalMacs, row: LogRow): Log {
  const log = storedLog(row);
  const found = [log, { ...log, isImporting: true as const }].find((each) =>
    macs.fitsLog(row.mac, row.application_id, each),
  );
  if (!isCompactRange(log) || !found) throw new BrokenLog('its end was not written by this service');
  return { ...found, generation: Math.max(log.generation, generationOf(macs, row)) };
}

/** 0: no operator accepted anything. */
function generationOf(macs: JournalMacs, row: LogRow): number {
  const { accepted_us: acceptedAtUs, acceptance_mac: mac } = row;
  if (acceptedAtUs === null) return 0;
  const about = { applicationId: row.accepted_of, lossId: row.accepted_loss, reason: row.accepted_reason };
  if (!macs.fitsAcceptance(mac, { ...about, acceptedAtUs }))
    throw new BrokenLog('nobody with the event key accepted what begins its generation');
  return Math.floor(Number(acceptedAtUs) / 1_000_000);
}

/** Ensures that each application has a log. */
export async function beginLogs(
  connection: Pool | PoolClient,
  macs: JournalMacs,
  applicationIds: readonly string[],
): Promise<void> {
  const empty = { ...emptyRange, generation: 1 };
  await connection.query(
    `insert into journal_logs (application_id, generation, size, hashes, mac)
     select application_id, 1, 0, '', mac from unnest($1::uuid[], $2::bytea[]) as n (application_id, mac)
     order by application_id on conflict (application_id) do nothing`,
    [applicationIds, applicationIds.map((id) => macs.ofLog(id, empty))],
  );
}

/** The log of an application. Undefined if there is none. Throws BrokenLog if this service did not write its end. */
export async function readLog(
  connection: Pool | PoolClient,
  macs: JournalMacs,
  applicationId: string,
): Promise<Log | undefined> {
  const { rows } = await connection.query<LogRow>(
    `select ${logColumns} from journal_logs as l ${lastAcceptance} where l.application_id = $1`,
    [applicationId],
  );
  return rows[0] && logOf(macs, rows[0]);
}

/**
 * One page of all logs, in the order of their applications, from the one that follows `after`. `last`: undefined after
 * the last page. `earlier`: those whose MAC is not of the newest secret.
 */
export async function logsOfEarlierMacs(
  database: Pool,
  macs: JournalMacs,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<{ readonly last: string | undefined; readonly earlier: readonly string[] }> {
  const { rows } = await database.query<StoredEnd & Pick<LogRow, 'application_id' | 'mac'>>(
    `select application_id, generation, size, hashes, mac from journal_logs
     where application_id > $1 order by application_id limit $2`,
    [after, limit],
  );
  const ids = rows.map((row) => row.application_id);
  const isEarlier = (row: (typeof rows)[number]): boolean =>
    !row.mac?.equals(macs.ofLog(row.application_id, storedLog(row)));
  return { last: ids.at(-1), earlier: rows.filter(isEarlier).map((row) => row.application_id) };
}

/**
 * Locks a log until the end of the transaction, also one whose chain is not imported. Undefined: somebody else has
 * locked it, and `others` is `skip`.
 */
export async function lockLog(
  transaction: PoolClient,
  macs: JournalMacs,
  applicationId: string,
  others: 'skip' | 'wait',
): Promise<Log | undefined> {
  await beginLogs(transaction, macs, [applicationId]);
  const { rows } = await transaction.query<LogRow>(
    `select ${logColumns} from journal_logs as l ${lastAcceptance} where l.application_id = $1
     for update of l${others === 'skip' ? ' skip locked' : ''}`,
    [applicationId],
  );
  return rows[0] && logOf(macs, rows[0]);
}

/**
 * Locks logs until the end of the transaction: nobody else appends to them. Leaves those alone whose chain is not
 * imported. `others`: what to do about logs that somebody else has locked. Throws BrokenLog if one is broken.
 */
export async function lockLogs(
  transaction: PoolClient,
  macs: JournalMacs,
  applicationIds: readonly string[],
  others: 'skip' | 'wait',
): Promise<ReadonlyMap<string, Log>> {
  // The same order everywhere, so that two replicas that lock several logs don't wait for each other.
  const { rows } = await transaction.query<LogRow>(
    `select ${logColumns} from journal_logs as l ${lastAcceptance} where l.application_id = any($1::uuid[])
       and not exists (select from journal_chain_heads as h where h.application_id = l.application_id)
     order by l.application_id for update of l${others === 'skip' ? ' skip locked' : ''}`,
    [applicationIds],
  );
  const logs = new Map(rows.map((row) => [row.application_id, logOf(macs, row)]));
  if ([...logs.values()].some(({ isImporting }) => isImporting))
    throw new BrokenLog('its chain was removed before it was imported');
  return logs;
}

/** Appends entries to logs that the transaction has locked. */
export async function appendToLogs(
  transaction: PoolClient,
  macs: JournalMacs,
  logs: ReadonlyMap<string, Log>,
  entries: ReadonlyMap<string, readonly JournalEntry[]>,
): Promise<void> {
  const extensions = [...entries].map(([applicationId, list]) => {
    const from = logs.get(applicationId);
    if (!from) throw new Error('entries of a log that is not locked');
    return {
      applicationId,
      from,
      placed: list.map((entry, index) => withLeaf({ seq: BigInt(from.size + index + 1), entry })),
    };
  });
  await insertEntries(
    transaction,
    macs,
    extensions.flatMap(({ placed }) => placed),
  );
  const ends = new Map<string, Log>();
  for (const { applicationId, from, placed } of extensions)
    ends.set(applicationId, await extendLog(transaction, applicationId, from, placed));
  await storeLogs(transaction, macs, ends);
}

/** An entry at its place, with its leaf hash, which is computed once. */
export type PlacedLeaf = PlacedEntry & Leaf;

export function withLeaf(placed: PlacedEntry): PlacedLeaf {
  return { ...placed, leafHash: leafHashOf(leafDataOf(placed.entry)) };
}

/** The log with more leaves, whose entries MUST have been inserted. Inserts the tiles that became full. */
export async function extendLog(
  transaction: PoolClient,
  applicationId: string,
  from: Log,
  leaves: readonly Leaf[],
): Promise<Log> {
  const hashes = leaves.map(({ leafHash }) => leafHash);
  const { range, completed } = appendLeaves(from, hashes);
  await insertTiles(transaction, applicationId, from.size, completed);
  return { ...from, ...range };
}

/** Writes the ends of logs that the transaction has locked. */
export async function storeLogs(
  transaction: PoolClient,
  macs: JournalMacs,
  logs: ReadonlyMap<string, Log>,
): Promise<void> {
  const all = [...logs];
  const { rowCount } = await transaction.query(
    `update journal_logs as l set generation = n.generation, size = n.size, hashes = n.hashes, mac = n.mac
     from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bytea[], $5::bytea[])
       as n (application_id, generation, size, hashes, mac)
     where l.application_id = n.application_id`,
    [
      all.map(([applicationId]) => applicationId),
      all.map(([, { generation }]) => String(generation)),
      all.map(([, { size }]) => String(size)),
      all.map(([, { hashes }]) => Buffer.concat(hashes)),
      all.map(([applicationId, log]) => macs.ofLog(applicationId, log)),
    ],
  );
  if (rowCount !== all.length) throw new Error('a log that is locked is gone');
}

// Citus copies what has no `returning` into the table, which row-level security refuses.
const insertEntriesSql = `
  insert into journal_entries (${entryColumns}, seq, mac)
  select * from unnest(${arraysOf([...entryTypes, 'bigint', 'bytea'])})
  returning 1`;

export async function insertEntries(
  transaction: PoolClient,
  macs: JournalMacs,
  placed: readonly PlacedLeaf[],
): Promise<void> {
  await transaction.query(insertEntriesSql, [
    ...entryArrays(placed.map(({ entry }) => entry)),
    arrayValue('bigint', placed, ({ seq }) => seq),
    arrayValue('bytea', placed, macs.ofLeaf),
  ]);
}
