import type { PoolClient } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import { readSignedCheckpoint } from '@wallet-service/journal-format';
import { storedNoteOf, type NoteRow } from '@wallet-service/journal-format/stored';
import { signerKeyOf } from '@wallet-service/signer-protocol';
import { cosignedAt, proveConsistency, readNote, rootOf } from '@wallet-service/transparency-log';
import { BrokenLog } from '../journal/broken-log.js';
import type { JournalMacs } from '../journal/journal-macs.js';
import { readLog } from '../journal/log-store.js';
import { readArchived, type JournalPlaces } from '../journal/read-entries-store.js';
import { nodesOf } from '../journal/tile-store.js';
import { LogIncident } from './log-incident.js';
import type { Logs, StoredCheckpoint } from './log-of-journal.js';

// A log that is behind its checkpoint, or gone, is due as well. Who reads it then reports what is wrong. A new
// generation is due at once: until it has a checkpoint, nobody who verifies answers knows of it.
const dueSql = `
  with recursive signed (application_id) as (
    (select application_id from journal_checkpoints order by application_id limit 1)
    union all
    select (
      select c.application_id from journal_checkpoints as c where c.application_id > signed.application_id
      order by c.application_id limit 1
    ) from signed where signed.application_id is not null
  ), l as (
    select application_id, generation, size from journal_logs where size > 0
    union all
    select application_id, 0, 0 from signed where application_id is not null
      and application_id not in (select application_id from journal_logs where size > 0)
  )
  select l.application_id from l
  left join lateral (
    select generation, size, signed_at from journal_checkpoints as c
    where c.application_id = l.application_id order by generation desc, size desc limit 1
  ) as last on true
  where (l.size is distinct from last.size or l.generation > last.generation)
    and (coalesce(last.signed_at, 0) < $1 - $2::bigint or last.signed_at > $1 + 10 * $2::bigint
      or l.generation > last.generation)
    and l.application_id <> all($3::uuid[])
    and not exists (select from journal_chain_heads as i where i.application_id = l.application_id)
  order by coalesce(last.signed_at, 0) limit $4`;

export type CheckpointStore = Logs & {
  /**
   * Applications whose journal has grown since its last checkpoint, if that is `pauseSeconds` old, has a time in the
   * future, or is of an earlier generation. `now` in Unix seconds. Those that have waited longest come first.
   */
  readonly due: (
    now: number,
    pauseSeconds: number,
    except: readonly string[],
    limit: number,
  ) => Promise<readonly string[]>;
  /** In one statement. If two replicas store a checkpoint of the same size, the first one stays. */
  readonly insert: (checkpoints: readonly StoredCheckpoint[]) => Promise<void>;
};

export function checkpointStore(places: JournalPlaces, macs: JournalMacs): CheckpointStore {
  const { database } = places;
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
        return await inTransaction(
          database,
          async (transaction) => {
            const last = await lastOf(transaction, applicationId);
            // After the checkpoint, so that it is of the log as it is now or was before.
            const log = await readLog(transaction, macs, applicationId);
            if (!log || log.isImporting) throw new BrokenLog('it is gone');
            const { generation, size } = log;
            if (!(await hasEntry(transaction, applicationId, size)))
              throw new BrokenLog('its last entry is gone');
            return { now: { applicationId, generation, size, root: rootOf(log) }, last };
          },
          { applicationId },
        );
      } catch (error) {
        throw incidentOf(error);
      }
    },

    async prove(applicationId, oldSize, size) {
      try {
        return await proveConsistency(nodesOf(places, applicationId, size), oldSize, size);
      } catch (error) {
        throw incidentOf(error);
      }
    },

    async insert(checkpoints) {
      if (checkpoints.length === 0) return;
      const of = <Value>(value: (one: StoredCheckpoint) => Value): Value[] => checkpoints.map(value);
      await database.query(
        `insert into journal_checkpoints (application_id, generation, size, signed_at, public_key, note)
         select * from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[], $6::text[])
         on conflict (application_id, generation, size) do nothing`,
        [
          of(({ checkpoint }) => checkpoint.applicationId),
          of(({ checkpoint }) => checkpoint.generation),
          of(({ checkpoint }) => checkpoint.size),
          of(signedAt),
          of(({ publicKey }) => Buffer.from(publicKey)),
          of(({ note }) => note),
        ],
      );
    },
  };
}

function signedAt({ note, publicKey }: StoredCheckpoint): number {
  const read = readNote(note);
  const time = read && cosignedAt(read, signerKeyOf(publicKey));
  if (time === undefined) throw new Error('a checkpoint that no signer signed');
  return time;
}

function incidentOf(error: unknown): unknown {
  if (!(error instanceof BrokenLog)) return error;
  return new LogIncident('journal-broken', { problem: error.message });
}

async function hasEntry(transaction: PoolClient, applicationId: string, seq: number): Promise<boolean> {
  if (seq === 0) return true;
  const { rowCount } = await transaction.query(
    'select from journal_entries where application_id = $1 and seq = $2',
    [applicationId, seq],
  );
  return rowCount === 1 || seq <= (await readArchived(transaction, applicationId)).size;
}

/** Throws BrokenLog for a row that is not of a checkpoint that its key signed. */
async function lastOf(transaction: PoolClient, applicationId: string): Promise<StoredCheckpoint | undefined> {
  const { rows } = await transaction.query<NoteRow>(
    `select generation, size, signed_at, note, public_key from journal_checkpoints where application_id = $1
     order by generation desc, size desc limit 1`,
    [applicationId],
  );
  const [row] = rows;
  if (!row) return undefined;
  const signed = readSignedCheckpoint(applicationId, storedNoteOf(row));
  if (!signed) throw new BrokenLog('its last checkpoint is not what a signer signed');
  const { generation, size, root } = signed;
  return {
    checkpoint: { applicationId, generation, size, root },
    note: row.note,
    publicKey: row.public_key,
  };
}
