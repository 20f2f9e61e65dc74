import type { Pool } from 'pg';
import { readLogCheckpoint, signerKeyOf } from '@wallet-service/signer-protocol';
import { cosignedAt, proveConsistency, readNote, rootOf } from '@wallet-service/transparency-log';
import { BrokenLog } from './broken-log.js';
import { growLog } from './grow-log-store.js';
import { LogIncident } from './log-incident.js';
import type { LogMacs } from './log-macs.js';
import type { Logs, StoredCheckpoint } from './log-of-journal.js';
import { nodesOf } from './tile-store.js';

// A log that is ahead of its chain, or whose chain is gone, is due as well. Who reads it then reports what is wrong.
const dueSql = `
  with recursive signed (application_id) as (
    (select application_id from journal_log_checkpoints order by application_id limit 1)
    union all
    select (
      select c.application_id from journal_log_checkpoints as c where c.application_id > signed.application_id
      order by c.application_id limit 1
    ) from signed where signed.application_id is not null
  ), h as (
    select application_id, seq from journal_heads where seq > 0
    union all
    select application_id, 0 from signed where application_id is not null
      and application_id not in (select application_id from journal_heads where seq > 0)
  )
  select h.application_id from h
  left join lateral (
    select size, signed_at from journal_log_checkpoints as c
    where c.application_id = h.application_id order by generation desc, size desc limit 1
  ) as last on true
  where h.seq is distinct from last.size
    and (coalesce(last.signed_at, 0) < $1 - $2::bigint or last.signed_at > $1 + 10 * $2::bigint)
    and h.application_id <> all($3::uuid[])
  order by coalesce(last.signed_at, 0) limit $4`;

/** Entries of one transaction. */
const batch = 2_000;
/** A journal that has more new ones gets a checkpoint in the midst of them, so that it does not hold up the others. */
const mostBatches = 50;

type CheckpointRow = { public_key: Buffer; note: string };

export type CheckpointStore = Logs & {
  /**
   * Applications whose journal has grown since its last checkpoint, if that is `pauseSeconds` old or has a time in the
   * future. `now` in Unix seconds. Those that have waited longest come first.
   */
  readonly due: (
    now: number,
    pauseSeconds: number,
    except: readonly string[],
    limit: number,
  ) => Promise<readonly string[]>;
  /** If two replicas store a checkpoint of the same size, the first one stays. */
  readonly insert: (checkpoint: StoredCheckpoint) => Promise<void>;
};

export function checkpointStore(database: Pool, macs: LogMacs): CheckpointStore {
  return {
    async due(now, pauseSeconds, except, limit) {
      const { rows } = await database.query<{ application_id: string }>(dueSql, [
        now,
        pauseSeconds,
        except,
        limit,
      ]);
      return rows.map((row) => row.application_id);
    },

    async read(applicationId) {
      try {
        const last = await lastOf(database, applicationId);
        // After the checkpoint, so that it is of the log as it is now or was before.
        for (let batches = 1; ; batches += 1) {
          const { log, isAtEnd } = await growLog(database, macs, applicationId, batch);
          if (!isAtEnd && batches < mostBatches) continue;
          const { generation, size } = log;
          return { now: { applicationId, generation, size, root: rootOf(log) }, last };
        }
      } catch (error) {
        if (error instanceof BrokenLog) throw new LogIncident('journal-broken', { problem: error.message });
        throw error;
      }
    },

    prove: (applicationId, oldSize, size) =>
      proveConsistency(nodesOf(database, applicationId, size), oldSize, size),

    async insert({ checkpoint, note, publicKey }) {
      const { applicationId, generation, size } = checkpoint;
      const read = readNote(note);
      const signedAt = read && cosignedAt(read, signerKeyOf(publicKey));
      if (signedAt === undefined) throw new Error('a checkpoint that no signer signed');
      await database.query(
        `insert into journal_log_checkpoints (application_id, generation, size, signed_at, public_key, note)
         values ($1, $2, $3, $4, $5, $6) on conflict (application_id, generation, size) do nothing`,
        [applicationId, generation, size, signedAt, Buffer.from(publicKey), note],
      );
    },
  };
}

async function lastOf(database: Pool, applicationId: string): Promise<StoredCheckpoint | undefined> {
  const { rows } = await database.query<CheckpointRow>(
    `select public_key, note from journal_log_checkpoints where application_id = $1
     order by generation desc, size desc limit 1`,
    [applicationId],
  );
  const [row] = rows;
  if (!row) return undefined;
  const checkpoint = readLogCheckpoint(readNote(row.note)?.text ?? '');
  if (checkpoint?.applicationId !== applicationId) throw new BrokenLog('its last checkpoint cannot be read');
  return { checkpoint, note: row.note, publicKey: row.public_key };
}
