import type { Pool, PoolClient } from 'pg';
import { inTransaction, isRefusedByDatabase } from '@wallet-service/postgres';
import type { JournalMacs } from './journal-macs.js';
import {
  chainEntries,
  genesisOf,
  type ChainedEntry,
  type JournalEntry,
  type JournalHead,
} from '@wallet-service/journal-format';

/** The entries to append to one application's chain, and the head that they were chained to. */
export type ChainExtension = {
  readonly applicationId: string;
  readonly from: JournalHead;
  readonly entries: readonly ChainedEntry[];
};

/** Thrown if a head is missing although its chain was begun. */
export class BrokenChain extends Error {
  constructor() {
    super('a locked journal head is missing or moved');
  }
}

/**
 * Whether the failure comes from the stored journal of one application. Then nothing was written, and other
 * applications' entries can still be written.
 */
export function isOfOneChain(error: unknown): boolean {
  return error instanceof BrokenChain || isRefusedByDatabase(error);
}

export type JournalStore = {
  /** The current heads. Begins chains that do not exist yet. */
  readonly readHeads: (applicationIds: readonly string[]) => Promise<ReadonlyMap<string, JournalHead>>;
  /**
   * Appends in one statement. Resolves to the applications whose head was still `from`: their entries are
   * durable. Nothing was written for the others.
   */
  readonly append: (extensions: readonly ChainExtension[]) => Promise<ReadonlySet<string>>;
  /** Chains and appends under row locks, so that no other replica interferes. Resolves to the new heads. */
  readonly appendLocked: (
    entries: ReadonlyMap<string, readonly JournalEntry[]>,
  ) => Promise<ReadonlyMap<string, JournalHead>>;
};

type HeadRow = { application_id: string; seq: bigint; hash: Buffer };

const appendSql = `
  with extensions as (
    select * from unnest($1::uuid[], $2::bigint[], $3::bytea[], $4::bigint[], $5::bytea[])
      as e (application_id, from_seq, from_hash, to_seq, to_hash)
  ), moved as (
    update journal_heads as h set seq = e.to_seq, hash = e.to_hash
    from extensions as e
    where h.application_id = e.application_id and h.seq = e.from_seq and h.hash = e.from_hash
    returning h.application_id
  ), appended as (
    insert into journal_entries (application_id, seq, recorded_at_ms, kind, request_id, wallet_id, operation,
      payload_hashes,
      jwt_hash, decision, outcome, error_code, token_reused, trace_id, details, hash, mac)
    select n.* from unnest($6::uuid[], $7::bigint[], $8::bigint[], $9::text[], $10::uuid[], $11::uuid[],
      $12::text[], $13::bytea[], $14::bytea[], $15::text[], $16::text[], $17::text[], $18::boolean[], $19::text[],
      $20::text[], $21::bytea[], $22::bytea[])
      as n (application_id, seq, recorded_at_ms, kind, request_id, wallet_id, operation, payload_hashes,
        jwt_hash, decision, outcome, error_code, token_reused, trace_id, details, hash, mac)
    where n.application_id in (select application_id from moved)
  )
  select application_id from moved`;

// A single entry, as a lone request writes it, costs a third of the form for many.
const appendOneSql = `
  with moved as (
    update journal_heads set seq = $1, hash = $2 where application_id = $3 and seq = $4 and hash = $5
    returning application_id
  )
  insert into journal_entries (application_id, seq, recorded_at_ms, kind, request_id, wallet_id, operation,
    payload_hashes,
    jwt_hash, decision, outcome, error_code, token_reused, trace_id, details, hash, mac)
  select application_id, $1, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $2, $19 from moved`;

export function journalStore(database: Pool, macs: JournalMacs): JournalStore {
  return {
    async readHeads(applicationIds) {
      await beginChains(database, applicationIds);
      const { rows } = await database.query<HeadRow>(
        'select application_id, seq, hash from journal_heads where application_id = any($1::uuid[])',
        [applicationIds],
      );
      return headsOf(rows);
    },
    append: (extensions) => append(database, macs, extensions),
    appendLocked: (entries) =>
      inTransaction(database, (transaction) => appendUnderLocks(transaction, macs, entries)),
  };
}

/** Ensures that each application has a chain. */
export async function beginChains(
  connection: Pool | PoolClient,
  applicationIds: readonly string[],
): Promise<void> {
  await connection.query(
    `insert into journal_heads (application_id, seq, hash)
     select * from unnest($1::uuid[], $2::bigint[], $3::bytea[]) as n (application_id, seq, hash)
     order by application_id on conflict (application_id) do nothing`,
    [applicationIds, applicationIds.map(() => '0'), applicationIds.map((id) => buffer(genesisOf(id).hash))],
  );
}

/**
 * Chains and appends in a transaction. Its end releases the heads. Resolves to the new heads. Every chain
 * MUST have been begun.
 */
export async function appendUnderLocks(
  transaction: PoolClient,
  macs: JournalMacs,
  entries: ReadonlyMap<string, readonly JournalEntry[]>,
): Promise<ReadonlyMap<string, JournalHead>> {
  const heads = await lockHeads(transaction, [...entries.keys()]);
  const extensions = [...heads].map(([applicationId, from]) => ({
    applicationId,
    from,
    entries: chainEntries(from, entries.get(applicationId) ?? []),
  }));
  const moved = await append(transaction, macs, extensions);
  if (moved.size !== entries.size) throw new BrokenChain();
  return new Map(extensions.map((extension) => [extension.applicationId, headAfter(extension)]));
}

/** Locks the heads: until the end of the transaction nobody else appends to these chains. */
export async function lockHeads(
  transaction: PoolClient,
  applicationIds: readonly string[],
): Promise<ReadonlyMap<string, JournalHead>> {
  // The same order everywhere, so that two replicas that lock several chains don't wait for each other.
  const { rows } = await transaction.query<HeadRow>(
    `select application_id, seq, hash from journal_heads where application_id = any($1::uuid[])
     order by application_id for update`,
    [applicationIds],
  );
  return headsOf(rows);
}

/** The head of a chain once the extension is written. */
export function headAfter({ from, entries }: ChainExtension): JournalHead {
  return entries.at(-1) ?? from;
}

async function append(
  connection: Pool | PoolClient,
  macs: JournalMacs,
  extensions: readonly ChainExtension[],
): Promise<ReadonlySet<string>> {
  const [first, second] = extensions;
  const [only, another] = first?.entries ?? [];
  if (first && only && !second && !another) return appendOne(connection, macs, first.from, only);
  const entries = extensions.flatMap((extension) => extension.entries);
  const column = <Value>(of: (chained: ChainedEntry) => Value): Value[] => entries.map(of);
  const { rows } = await connection.query<{ application_id: string }>({
    text: appendSql,
    values: [
      extensions.map(({ applicationId }) => applicationId),
      extensions.map(({ from }) => String(from.seq)),
      extensions.map(({ from }) => buffer(from.hash)),
      extensions.map((extension) => String(headAfter(extension).seq)),
      extensions.map((extension) => buffer(headAfter(extension).hash)),
      column(({ entry }) => entry.applicationId),
      column(({ seq }) => String(seq)),
      column(({ entry }) => String(entry.recordedAtMs)),
      column(({ entry }) => entry.kind),
      column(({ entry }) => entry.requestId),
      column(({ entry }) => entry.walletId),
      column(({ entry }) => entry.operation),
      column(({ entry }) => buffer(entry.payloadHashes)),
      column(({ entry }) => buffer(entry.jwtHash)),
      column(({ entry }) => entry.decision),
      column(({ entry }) => entry.outcome),
      column(({ entry }) => entry.errorCode),
      column(({ entry }) => entry.tokenReused),
      column(({ entry }) => entry.traceId),
      column(({ entry }) => entry.details),
      column(({ hash }) => buffer(hash)),
      column(macs.ofEntry),
    ],
  });
  return new Set(rows.map(({ application_id }) => application_id));
}

async function appendOne(
  connection: Pool | PoolClient,
  macs: JournalMacs,
  from: JournalHead,
  chained: ChainedEntry,
): Promise<ReadonlySet<string>> {
  const { entry, seq, hash } = chained;
  const { rowCount } = await connection.query({
    text: appendOneSql,
    values: [
      String(seq),
      buffer(hash),
      entry.applicationId,
      String(from.seq),
      buffer(from.hash),
      String(entry.recordedAtMs),
      entry.kind,
      entry.requestId,
      entry.walletId,
      entry.operation,
      buffer(entry.payloadHashes),
      buffer(entry.jwtHash),
      entry.decision,
      entry.outcome,
      entry.errorCode,
      entry.tokenReused,
      entry.traceId,
      entry.details,
      macs.ofEntry(chained),
    ],
  });
  return new Set(rowCount === 1 ? [entry.applicationId] : []);
}

function headsOf(rows: readonly HeadRow[]): ReadonlyMap<string, JournalHead> {
  return new Map(rows.map(({ application_id, seq, hash }) => [application_id, { seq, hash }]));
}

// The driver writes a Buffer as bytes, and any other array of bytes as an array of numbers.
function buffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
