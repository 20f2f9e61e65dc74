import type { Pool, PoolClient } from 'pg';
import type { SignedCheckpoint } from './journal-checkpoint.js';
import type { JournalHead } from './journal-entry.js';

export type CheckpointStore = {
  /** Applications whose journal has grown since its last checkpoint, which is from before a time (Unix seconds). */
  readonly due: (before: number, limit: number) => Promise<readonly string[]>;
  /** The end of the journal as it is now. */
  readonly head: (applicationId: string) => Promise<JournalHead | undefined>;
  /** Of two replicas that vouch for the same head, the first one's stays. */
  readonly insert: (checkpoint: SignedCheckpoint) => Promise<void>;
};

export function checkpointStore(database: Pool): CheckpointStore {
  return {
    async due(before, limit) {
      const { rows } = await database.query<{ application_id: string }>(
        `select application_id from journal_heads as h
         left join lateral (
           select seq, signed_at from journal_checkpoints as c
           where c.application_id = h.application_id order by seq desc limit 1
         ) as last on true
         where h.seq > coalesce(last.seq, 0) and coalesce(last.signed_at, 0) < $1
         order by coalesce(last.signed_at, 0) limit $2`,
        [before, limit],
      );
      return rows.map((row) => row.application_id);
    },
    async head(applicationId) {
      const { rows } = await database.query<{ seq: bigint; hash: Buffer }>(
        'select seq, hash from journal_heads where application_id = $1',
        [applicationId],
      );
      return rows[0];
    },
    async insert({ applicationId, seq, hash, time, publicKey, signature }) {
      const [hashBytes, keyBytes, signatureBytes] = [hash, publicKey, signature].map((bytes) =>
        Buffer.from(bytes),
      );
      await database.query(
        `insert into journal_checkpoints (application_id, seq, hash, signed_at, public_key, signature)
         values ($1, $2, $3, $4, $5, $6) on conflict (application_id, seq) do nothing`,
        [applicationId, seq, hashBytes, time, keyBytes, signatureBytes],
      );
    },
  };
}

type Row = {
  seq: bigint;
  hash: Buffer;
  signed_at: bigint;
  public_key: Buffer;
  signature: Buffer;
};

/** The checkpoints of an application, in order; `only`: the last so many of them. */
export async function readCheckpoints(
  connection: Pool | PoolClient,
  applicationId: string,
  { only }: { readonly only?: number } = {},
): Promise<readonly SignedCheckpoint[]> {
  const { rows } = await connection.query<Row>(
    `select seq, hash, signed_at, public_key, signature from wallet.journal_checkpoints
     where application_id = $1 order by seq desc limit $2`,
    [applicationId, only ?? null],
  );
  return rows.reverse().map((row) => ({
    applicationId,
    seq: Number(row.seq),
    hash: row.hash,
    time: Number(row.signed_at),
    publicKey: row.public_key,
    signature: row.signature,
  }));
}
