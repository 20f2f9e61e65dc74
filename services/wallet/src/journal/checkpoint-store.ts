import type { Pool } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import type { JournalHead, SignedCheckpoint } from '@wallet-service/journal-format';
import { checkpointOf, type CheckpointRow } from '@wallet-service/journal-format/stored';

/** The end of a journal at one moment. */
export type JournalEnds = {
  readonly head: JournalHead | undefined;
  readonly last: SignedCheckpoint | undefined;
  /** The entries at the head and at the last checkpoint. Undefined if there is none. */
  readonly hashAtHead: Uint8Array | undefined;
  readonly hashAtLast: Uint8Array | undefined;
};

export type CheckpointStore = {
  /**
   * Applications whose journal has moved since their last checkpoint, if that is `pauseSeconds` old or has a
   * time in the future. `now` in Unix seconds. Those that have waited longest come first.
   */
  readonly due: (
    now: number,
    pauseSeconds: number,
    except: readonly string[],
    limit: number,
  ) => Promise<readonly string[]>;
  readonly ends: (applicationId: string) => Promise<JournalEnds>;
  /** If two replicas store a checkpoint for the same head, the first one stays. */
  readonly insert: (checkpoint: SignedCheckpoint) => Promise<void>;
};

export function checkpointStore(database: Pool): CheckpointStore {
  return {
    async due(now, pauseSeconds, except, limit) {
      // A head that is missing or behind its checkpoint is due as well. The check then reports what is wrong.
      const { rows } = await database.query<{ application_id: string }>(
        `with recursive signed (application_id) as (
           (select application_id from journal_checkpoints order by application_id limit 1)
           union all
           select (
             select c.application_id from journal_checkpoints as c where c.application_id > signed.application_id
             order by c.application_id limit 1
           ) from signed where signed.application_id is not null
         ), h as (
           select application_id, seq from journal_heads
           union all
           select application_id, null from signed
           where application_id is not null and application_id not in (select application_id from journal_heads)
         )
         select application_id from h
         left join lateral (
           select seq, signed_at from journal_checkpoints as c
           where c.application_id = h.application_id order by seq desc limit 1
         ) as last on true
         where h.seq is distinct from coalesce(last.seq, 0)
           and (coalesce(last.signed_at, 0) < $1 - $2::bigint or last.signed_at > $1 + 10 * $2::bigint)
           and application_id <> all($3::uuid[])
         order by coalesce(last.signed_at, 0) limit $4`,
        [now, pauseSeconds, except, limit],
      );
      return rows.map((row) => row.application_id);
    },

    ends: (applicationId) =>
      inTransaction(
        database,
        async (transaction) => {
          const { rows } = await transaction.query<EndsRow>(
            `select h.seq as head_seq, h.hash as head_hash, last.*, at_head.hash as hash_at_head, at_last.hash
              as hash_at_last from (values (true)) as always
             left join journal_heads as h on h.application_id = $1
             left join lateral (
               select seq, hash, signed_at, public_key, signature from journal_checkpoints
               where application_id = $1 order by seq desc limit 1
             ) as last on true
             left join journal_entries as at_head on at_head.application_id = $1 and at_head.seq = h.seq
             left join journal_entries as at_last on at_last.application_id = $1 and at_last.seq = last.seq`,
            [applicationId],
          );
          const [row] = rows;
          if (!row) throw new Error('a query for one row gave none');
          const { head_seq: seq, head_hash: hash } = row;
          return {
            head: seq === null || hash === null ? undefined : { seq, hash },
            last: row.seq === null ? undefined : checkpointOf(applicationId, row as CheckpointRow),
            hashAtHead: row.hash_at_head ?? undefined,
            hashAtLast: row.hash_at_last ?? undefined,
          };
        },
        { applicationId },
      ),

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

type EndsRow = { [Column in keyof CheckpointRow]: CheckpointRow[Column] | null } & {
  head_seq: bigint | null;
  head_hash: Buffer | null;
  hash_at_head: Buffer | null;
  hash_at_last: Buffer | null;
};
