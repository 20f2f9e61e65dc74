import type { PoolClient } from 'pg';
import type { JournalEntry } from '@wallet-service/journal-format';
import type { JournalMacs } from './journal-macs.js';
import { beginChains, lockHeads } from './journal-store.js';

export type OutboxRow = {
  outbox_id: bigint;
  application_id: string;
  recorded_at_ms: bigint;
  request_id: string;
  wallet_id: string;
  event: string;
  jwt_hash: Buffer;
  token_reused: boolean;
  details: string;
  trace_id: string;
  mac: Buffer | null;
};

/** `written`: by somebody other than this service. `replayed`: its event is already in the journal. */
export type RefusedRow = { readonly row: OutboxRow; readonly what: 'written' | 'replayed' };

/** Most rows of one batch. */
export const batchLimit = 500;

const columns =
  'application_id, recorded_at_ms, request_id, wallet_id, event, jwt_hash, token_reused, details, trace_id, mac';

export async function insertRow(transaction: PoolClient, entry: JournalEntry, mac: Buffer): Promise<void> {
  await transaction.query(
    `insert into journal_outbox (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      entry.applicationId,
      entry.recordedAtMs,
      entry.requestId,
      entry.walletId,
      entry.operation,
      entry.jwtHash,
      entry.tokenReused,
      entry.details,
      entry.traceId,
      mac,
    ],
  );
}

/** Removes the rows of one batch and returns them in order. */
export async function takeRows(
  transaction: PoolClient,
  only: string | undefined,
  broken: ReadonlyMap<string, unknown>,
): Promise<readonly OutboxRow[]> {
  // Waits for rows that another replica is moving. They are in the journal when this continues.
  const { rows } = await transaction.query<OutboxRow>(
    `delete from journal_outbox
     where outbox_id in (
       select outbox_id from journal_outbox
       where ($1::uuid is null or application_id = $1) and application_id <> all($2::uuid[])
       order by outbox_id limit ${batchLimit}
     )
     returning outbox_id, ${columns}`,
    [only ?? null, [...broken.keys()]],
  );
  return [...rows].sort((one, other) => (one.outbox_id < other.outbox_id ? -1 : 1));
}

/** Decides which rows may be moved. The chains of their applications have been begun and are locked. */
export async function sortOut(
  transaction: PoolClient,
  macs: JournalMacs,
  rows: readonly OutboxRow[],
): Promise<{ readonly genuine: readonly OutboxRow[]; readonly refused: readonly RefusedRow[] }> {
  const ours = rows.filter((row) => macs.fitsWaiting(row.mac, entryOf(row)));
  const seen = await journaled(transaction, ours);
  const genuine = new Set<OutboxRow>();
  for (const row of ours) {
    if (!seen.has(row.request_id)) genuine.add(row);
    seen.add(row.request_id);
  }
  const written = new Set(ours);
  const refused = rows
    .filter((row) => !genuine.has(row))
    .map((row): RefusedRow => ({ row, what: written.has(row) ? 'replayed' : 'written' }));
  return { genuine: [...genuine], refused };
}

/** The request ids whose event is already in the journal. */
async function journaled(transaction: PoolClient, rows: readonly OutboxRow[]): Promise<Set<string>> {
  const applicationIds = [...new Set(rows.map((row) => row.application_id))];
  const found = new Set<string>();
  if (applicationIds.length === 0) return found;
  await beginChains(transaction, applicationIds);
  // Comes first, so that nobody inserts a copy of a row between this check and the append.
  await lockHeads(transaction, applicationIds);
  for (const applicationId of applicationIds) {
    const ids = rows.filter((row) => row.application_id === applicationId).map((row) => row.request_id);
    await transaction.query("select set_config('app.application_id', $1, true)", [applicationId]);
    const { rows: known } = await transaction.query<{ request_id: string }>(
      `select request_id from journal_entries
       where application_id = $1 and kind = 'event' and request_id = any($2::uuid[])`,
      [applicationId, ids],
    );
    for (const { request_id: id } of known) found.add(id);
  }
  return found;
}

/** Moves them out of the way, to where only the owner of the schema can remove them. */
export async function keepRefused(transaction: PoolClient, refused: readonly RefusedRow[]): Promise<void> {
  const column = <Value>(of: (row: OutboxRow) => Value): Value[] => refused.map(({ row }) => of(row));
  await transaction.query(
    `insert into journal_outbox_refused (outbox_id, ${columns})
     select * from unnest($1::bigint[], $2::uuid[], $3::bigint[], $4::uuid[], $5::uuid[], $6::text[], $7::bytea[],
       $8::boolean[], $9::text[], $10::text[], $11::bytea[])`,
    [
      column((row) => String(row.outbox_id)),
      column((row) => row.application_id),
      column((row) => String(row.recorded_at_ms)),
      column((row) => row.request_id),
      column((row) => row.wallet_id),
      column((row) => row.event),
      column((row) => row.jwt_hash),
      column((row) => row.token_reused),
      column((row) => row.details),
      column((row) => row.trace_id),
      column((row) => row.mac),
    ],
  );
}

/** The journal entry that the row becomes. */
export function entryOf(row: OutboxRow): JournalEntry {
  return {
    applicationId: row.application_id,
    recordedAtMs: Number(row.recorded_at_ms),
    kind: 'event',
    requestId: row.request_id,
    walletId: row.wallet_id,
    operation: row.event,
    payloadHashes: Buffer.alloc(0),
    jwtHash: row.jwt_hash,
    decision: '',
    outcome: '',
    errorCode: '',
    tokenReused: row.token_reused,
    traceId: row.trace_id,
    details: row.details,
  };
}
