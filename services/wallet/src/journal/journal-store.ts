import type { Pool, PoolClient } from 'pg';
import { isRefusedByDatabase } from '@wallet-service/postgres';
import type { JournalMacs } from './journal-macs.js';
import {
  chainEntries,
  genesisOf,
  type ChainedEntry,
  type JournalEntry,
  type JournalHead,
} from '@wallet-service/journal-format';

/** Thrown if a head moved although it was locked. */
export class BrokenChain extends Error {
  constructor() {
    super('a locked journal head is missing or moved');
  }
}

/**
 * Whether the failure comes from the journal or the entries of one application. Then nothing was written, and
 * other applications' entries can still be written.
 */
export function isOfOneChain(error: unknown): boolean {
  return error instanceof BrokenChain || isRefusedByDatabase(error);
}

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

/** Ensures that each application has a chain. */
export async function beginChains(
  connection: Pool | PoolClient,
  applicationIds: readonly string[],
): Promise<void> {
  await connection.query(
    `insert into journal_heads (application_id, seq, hash)
     select * from unnest($1::uuid[], $2::bigint[], $3::bytea[]) as n (application_id, seq, hash)
     order by application_id on conflict (application_id) do nothing`,
    [applicationIds, applicationIds.map(() => '0'), applicationIds.map((id) => bufferOf(genesisOf(id).hash))],
  );
}

/**
 * Locks heads until the end of the transaction: nobody else appends to these chains. `others`: what to do
 * about heads that somebody else has locked.
 */
export async function lockHeads(
  transaction: PoolClient,
  applicationIds: readonly string[],
  others: 'skip' | 'wait',
): Promise<ReadonlyMap<string, JournalHead>> {
  // The same order everywhere, so that two replicas that lock several chains don't wait for each other.
  const { rows } = await transaction.query<HeadRow>(
    `select application_id, seq, hash from journal_heads where application_id = any($1::uuid[])
     order by application_id for update${others === 'skip' ? ' skip locked' : ''}`,
    [applicationIds],
  );
  return new Map(rows.map(({ application_id, seq, hash }) => [application_id, { seq, hash }]));
}

/** Chains entries to heads that the transaction has locked, and appends them. */
export async function appendToChains(
  transaction: PoolClient,
  macs: JournalMacs,
  heads: ReadonlyMap<string, JournalHead>,
  entries: ReadonlyMap<string, readonly JournalEntry[]>,
): Promise<void> {
  const extensions = [...entries].map(([applicationId, list]) => {
    const from = heads.get(applicationId);
    if (!from) throw new BrokenChain();
    const chained = chainEntries(from, list);
    return { applicationId, from, to: chained.at(-1) ?? from, chained };
  });
  const all = extensions.flatMap(({ chained }) => chained);
  const column = <Value>(of: (chained: ChainedEntry) => Value): Value[] => all.map(of);
  const { rows } = await transaction.query<{ application_id: string }>(appendSql, [
    extensions.map(({ applicationId }) => applicationId),
    extensions.map(({ from }) => String(from.seq)),
    extensions.map(({ from }) => bufferOf(from.hash)),
    extensions.map(({ to }) => String(to.seq)),
    extensions.map(({ to }) => bufferOf(to.hash)),
    column(({ entry }) => entry.applicationId),
    column(({ seq }) => String(seq)),
    column(({ entry }) => String(entry.recordedAtMs)),
    column(({ entry }) => entry.kind),
    column(({ entry }) => entry.requestId),
    column(({ entry }) => entry.walletId),
    column(({ entry }) => entry.operation),
    column(({ entry }) => bufferOf(entry.payloadHashes)),
    column(({ entry }) => bufferOf(entry.jwtHash)),
    column(({ entry }) => entry.decision),
    column(({ entry }) => entry.outcome),
    column(({ entry }) => entry.errorCode),
    column(({ entry }) => entry.tokenReused),
    column(({ entry }) => entry.traceId),
    column(({ entry }) => entry.details),
    column(({ hash }) => bufferOf(hash)),
    column(macs.ofEntry),
  ]);
  if (rows.length !== extensions.length) throw new BrokenChain();
}

/** The driver writes a Buffer as bytes, and any other array of bytes as an array of numbers. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
