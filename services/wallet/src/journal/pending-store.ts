import type { Pool, PoolClient } from 'pg';
import { arrayValue } from '@wallet-service/postgres';
import type { JournalEntry } from '@wallet-service/journal-format';
import { everyApplication, journalStopped } from '../wallets/journal-stopped.js';
import { arraysOf, entryArrays, entryColumns, entryTypes } from './entry-columns-store.js';
import type { JournalMacs } from './journal-macs.js';

/** A journal entry that waits for its place in the journal. */
export type PendingRow = {
  application_id: string;
  pending_id: bigint;
  recorded_at_ms: bigint;
  kind: JournalEntry['kind'];
  request_id: string;
  wallet_id: string;
  operation: string;
  payload_hashes: Buffer;
  jwt_hash: Buffer;
  decision: string;
  outcome: JournalEntry['outcome'];
  error_code: string;
  token_reused: boolean;
  trace_id: string;
  details: string;
  mac: Buffer | null;
};

export const pendingColumns = `${entryColumns}, mac`;
export const pendingTypes = [...entryTypes, 'bytea'];

// A single entry, as a lone request writes it, costs a third of the form for many.
const insertOneSql = `insert into journal_pending (${pendingColumns})
  select ${pendingTypes.map((type, index) => `$${index + 1}::${type}`).join(', ')}
  where not exists (
    select from losses where application_id in ($1::uuid, '${everyApplication}') and time_accepted is null)`;
// The first column is the application's.
const insertSql = `insert into journal_pending (${pendingColumns})
  select * from unnest(${arraysOf(pendingTypes)})
  where not exists (
    select from losses where application_id = any($1::uuid[] || '${everyApplication}'::uuid)
      and time_accepted is null)`;

/**
 * Inserts entries in one statement, in their order. It waits for no other row. When it is committed, they are
 * durable and will be in the journal. If one of the applications is stopped, it writes nothing and throws
 * `journalStopped()`.
 */
export async function insertPending(
  connection: Pool | PoolClient,
  macs: JournalMacs,
  entries: readonly JournalEntry[],
): Promise<void> {
  const [only, another] = entries;
  if (!only) return;
  const { rowCount } = another
    ? await connection.query({
        name: 'insert pending entries',
        text: insertSql,
        values: [...entryArrays(entries), arrayValue('bytea', entries, macs.ofWaiting)],
      })
    : await connection.query({
        name: 'insert a pending entry',
        text: insertOneSql,
        values: [...valuesOf(only, macs)],
      });
  if (rowCount === 0) throw journalStopped();
}

function valuesOf(entry: JournalEntry, macs: JournalMacs): readonly unknown[] {
  return [
    entry.applicationId,
    String(entry.recordedAtMs),
    entry.kind,
    entry.requestId,
    entry.walletId,
    entry.operation,
    Buffer.from(entry.payloadHashes),
    Buffer.from(entry.jwtHash),
    entry.decision,
    entry.outcome,
    entry.errorCode,
    entry.tokenReused,
    entry.traceId,
    entry.details,
    macs.ofWaiting(entry),
  ];
}

/** The values of a row, in the order of `pendingColumns`. */
export function valuesOfRow(row: PendingRow): readonly unknown[] {
  return [
    row.application_id,
    String(row.recorded_at_ms),
    row.kind,
    row.request_id,
    row.wallet_id,
    row.operation,
    row.payload_hashes,
    row.jwt_hash,
    row.decision,
    row.outcome,
    row.error_code,
    row.token_reused,
    row.trace_id,
    row.details,
    row.mac,
  ];
}

export function entryOfRow(row: PendingRow): JournalEntry {
  return {
    applicationId: row.application_id,
    recordedAtMs: Number(row.recorded_at_ms),
    kind: row.kind,
    requestId: row.request_id,
    walletId: row.wallet_id,
    operation: row.operation,
    payloadHashes: row.payload_hashes,
    jwtHash: row.jwt_hash,
    decision: row.decision,
    outcome: row.outcome,
    errorCode: row.error_code,
    tokenReused: row.token_reused,
    traceId: row.trace_id,
    details: row.details,
  };
}
