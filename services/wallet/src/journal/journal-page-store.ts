import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import {
  readSignedCheckpoint,
  type PlacedEntry,
  type SignedCheckpoint,
} from '@wallet-service/journal-format';
import { storedNoteOf, type NoteRow } from '@wallet-service/journal-format/stored';
import { perfectSubtrees, type CompactRange } from '@wallet-service/transparency-log';
import { readArchived, readBackward, readEntries, type JournalPlaces } from './read-entries-store.js';
import type { AskedPage } from './read-matching.js';
import { nodesOf } from './tile-store.js';

/** The newest checkpoint of a journal. `note`: as text. Whoever gets it verifies whose key signed it. */
export type PageCheckpoint = Omit<SignedCheckpoint, 'note'> & { readonly note: string };

/** How far a journal has come. */
export type JournalEnd = {
  /** How many entries it has. */
  readonly size: number;
  /** Undefined: there is none yet, or none since an operator accepted a loss. */
  readonly checkpoint: PageCheckpoint | undefined;
  /** The entries up to this number are in the archive. The database may have them still. */
  readonly archived: number;
  /** The tree of the entries that are not kept any more. Undefined: all are. */
  readonly removed: CompactRange | undefined;
};

export type JournalPage = JournalEnd & { readonly entries: readonly PlacedEntry[] };

/** Bytes of the decisions and details on a page. They are nearly all of it. */
const mostBytes = 1024 * 1024;

/**
 * At most `limit` entries after a number, or with `newestFirst` before it (0: from the newest), and at most about
 * 1 MiB. It leaves out those that are not kept any more.
 */
export async function readJournal(
  places: JournalPlaces,
  applicationId: string,
  { after, limit, newestFirst = false }: Omit<AskedPage, 'place'>,
): Promise<JournalPage> {
  // What is written after the end was read comes after the end.
  const { removed: gone, ...end } = await inTransaction(
    places.database,
    (transaction) => readEnd(transaction, applicationId),
    { applicationId },
  );
  const removed = gone > 0 ? await treeOf(places, applicationId, { size: gone, of: end.size }) : undefined;
  const range = {
    after: after > BigInt(gone) ? after : BigInt(gone),
    until: BigInt(end.size),
    limit,
    mostBytes,
  };
  if (!newestFirst) return { ...end, removed, entries: await readEntries(places, applicationId, range) };
  const until = after === 0n || after > range.until ? range.until : after - 1n;
  const backward = { ...range, after: BigInt(gone), until };
  return { ...end, removed, entries: await readBackward(places, applicationId, backward) };
}

async function treeOf(
  places: JournalPlaces,
  applicationId: string,
  { size, of }: { readonly size: number; readonly of: number },
): Promise<CompactRange> {
  return { size, hashes: await nodesOf(places, applicationId, of)(perfectSubtrees(0, size)) };
}

/** `removed`: how many entries are not kept any more. */
export async function readEnd(
  connection: Pool | PoolClient,
  applicationId: string,
): Promise<Omit<JournalEnd, 'removed'> & { readonly removed: number }> {
  // The checkpoint before the size, so that the journal has at least as many entries.
  const checkpoint = await newestCheckpoint(connection, applicationId);
  const { rows } = await connection.query<{ generation: bigint; size: bigint }>(
    'select generation, size from journal_logs where application_id = $1',
    [applicationId],
  );
  const [log] = rows;
  const isOfLog = checkpoint !== undefined && checkpoint.generation >= Number(log?.generation ?? 1);
  const { size: archived, removed } = await readArchived(connection, applicationId);
  return { size: Number(log?.size ?? 0), checkpoint: isOfLog ? checkpoint : undefined, archived, removed };
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
