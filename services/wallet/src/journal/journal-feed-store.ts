import type { Pool } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import type { FeedEntry } from './event-of-entry.js';

export type JournalFeed = {
  /** At most `limit` entries after a number, in order. Entries of one application become visible in order and without gaps. */
  readonly read: (applicationId: string, after: bigint, limit: number) => Promise<readonly FeedEntry[]>;
  /** The number of the last entry; 0 when there is none. */
  readonly end: (applicationId: string) => Promise<bigint>;
};

type Row = {
  seq: bigint;
  recorded_at_ms: bigint;
  kind: string;
  request_id: string;
  wallet_id: string;
  operation: string;
  payload_hashes: Buffer;
  outcome: string;
  error_code: string;
  details: string;
};

export function journalFeed(database: Pool): JournalFeed {
  return {
    read: (applicationId, after, limit) =>
      inTransaction(
        database,
        async (client) => {
          const { rows } = await client.query<Row>(
            `select seq, recorded_at_ms, kind, request_id, wallet_id, operation, payload_hashes, outcome, error_code, details
             from journal_entries where application_id = $1 and seq > $2 order by seq limit $3`,
            [applicationId, after, limit],
          );
          return rows.map((row) => ({
            seq: row.seq,
            recordedAtMs: row.recorded_at_ms,
            kind: row.kind,
            requestId: row.request_id,
            walletId: row.wallet_id,
            operation: row.operation,
            payloadHashes: row.payload_hashes,
            outcome: row.outcome,
            errorCode: row.error_code,
            details: row.details,
          }));
        },
        { applicationId },
      ),
    async end(applicationId) {
      const { rows } = await database.query<{ seq: bigint }>(
        'select seq from journal_heads where application_id = $1',
        [applicationId],
      );
      return rows[0]?.seq ?? 0n;
    },
  };
}
