import type { Pool } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import { readCheckpoints } from './checkpoint-store.js';
import type { SignedCheckpoint } from './journal-checkpoint.js';
import { genesisOf, type ChainedEntry, type JournalEntry, type JournalHead } from './journal-entry.js';

export type JournalPage = {
  readonly entries: readonly ChainedEntry[];
  /** Of the entry before the first one. */
  readonly previousHash: Uint8Array;
  readonly head: JournalHead;
  /** The newest one. */
  readonly checkpoint: SignedCheckpoint | undefined;
};

export type JournalRow = {
  seq: bigint;
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
  hash: Buffer;
};

/** In the order of JournalRow. */
export const journalColumns =
  'seq, recorded_at_ms, kind, request_id, wallet_id, operation, payload_hashes, jwt_hash, decision, outcome, error_code, token_reused, trace_id, details, hash';

/** At most `limit` entries after a number, in order, with what is needed to verify the chain. */
export function readJournal(
  database: Pool,
  applicationId: string,
  after: bigint,
  limit: number,
): Promise<JournalPage> {
  return inTransaction(
    database,
    async (transaction) => {
      // The head before the entries, and the checkpoint before the head: what comes meanwhile is behind it.
      const [checkpoint] = await readCheckpoints(transaction, applicationId, { only: 1 });
      const heads = await transaction.query<{ seq: bigint; hash: Buffer }>(
        'select seq, hash from journal_heads where application_id = $1',
        [applicationId],
      );
      const { rows } = await transaction.query<JournalRow>(
        `select ${journalColumns}
         from journal_entries where application_id = $1 and seq >= $2 order by seq limit $3`,
        [applicationId, after, limit + 1],
      );
      const genesis = genesisOf(applicationId);
      // The last entry of the page before is there for its hash.
      const isBefore = rows[0]?.seq === after;
      return {
        entries: (isBefore ? rows.slice(1) : rows.slice(0, limit)).map((row) =>
          chainedOf(applicationId, row),
        ),
        previousHash: isBefore ? (rows[0]?.hash ?? genesis.hash) : genesis.hash,
        head: heads.rows[0] ?? genesis,
        checkpoint,
      };
    },
    { applicationId },
  );
}

export function chainedOf(applicationId: string, row: JournalRow): ChainedEntry {
  return {
    seq: row.seq,
    hash: row.hash,
    entry: {
      applicationId,
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
    },
  };
}
