import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import {
  readSignedCheckpoint,
  type PlacedEntry,
  type SignedCheckpoint,
} from '@wallet-service/journal-format';
import {
  entryOfRow,
  journalColumns,
  storedNoteOf,
  type JournalRow,
  type NoteRow,
} from '@wallet-service/journal-format/stored';

/** The newest checkpoint of a journal. `note`: as text. Whoever gets it verifies whose key signed it. */
export type PageCheckpoint = Omit<SignedCheckpoint, 'note'> & { readonly note: string };

/** How far a journal has come. */
export type JournalEnd = {
  /** How many entries it has. */
  readonly size: number;
  /** Undefined: there is none yet, or none since an operator accepted a loss. */
  readonly checkpoint: PageCheckpoint | undefined;
};

export type JournalPage = JournalEnd & { readonly entries: readonly PlacedEntry[] };

/** Bytes of the decisions and details on a page. They are nearly all of it. */
const mostBytes = 1024 * 1024;

/** At most `limit` entries after a number, and at most about 1 MiB. */
export function readJournal(
  database: Pool,
  applicationId: string,
  after: bigint,
  limit: number,
): Promise<JournalPage> {
  return inTransaction(
    database,
    async (transaction) => {
      // What is written after the end was read comes after the end.
      const end = await readEnd(transaction, applicationId);
      const { rows } = await transaction.query<JournalRow>(
        `with page as (
           select * from journal_entries where application_id = $1 and seq > $2 and seq <= $4 order by seq limit $3),
         measured as (
           select *, sum(bytes) over (order by seq) - bytes as bytes_before
             from (select *, octet_length(decision) + octet_length(details) as bytes from page) as sized)
         select ${journalColumns} from measured where bytes_before < ${mostBytes} order by seq`,
        [applicationId, after, limit, end.size],
      );
      return {
        ...end,
        entries: rows.map((row) => ({ seq: row.seq, entry: entryOfRow(applicationId, row) })),
      };
    },
    { applicationId },
  );
}

export async function readEnd(connection: Pool | PoolClient, applicationId: string): Promise<JournalEnd> {
  // The checkpoint before the size, so that the journal has at least as many entries.
  const checkpoint = await newestCheckpoint(connection, applicationId);
  const { rows } = await connection.query<{ generation: bigint; size: bigint }>(
    'select generation, size from journal_logs where application_id = $1',
    [applicationId],
  );
  const [log] = rows;
  const isOfLog = checkpoint !== undefined && checkpoint.generation >= Number(log?.generation ?? 1);
  return { size: Number(log?.size ?? 0), checkpoint: isOfLog ? checkpoint : undefined };
}

/**
 * Undefined if there is none yet, and for a row that is not of a checkpoint that its key signed: nobody is shown an
 * earlier one in its place.
 */
async function newestCheckpoint(
  connection: Pool | PoolClient,
  applicationId: string,
): Promise<PageCheckpoint | undefined> {
  const { rows } = await connection.query<NoteRow>(
    `select generation, size, signed_at, note, public_key from journal_checkpoints where application_id = $1
     order by generation desc, size desc limit 1`,
    [applicationId],
  );
  const [row] = rows;
  const checkpoint = row && readSignedCheckpoint(applicationId, storedNoteOf(row));
  return checkpoint && { ...checkpoint, note: row.note };
}
