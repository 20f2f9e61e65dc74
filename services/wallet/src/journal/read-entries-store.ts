import type { Pool, PoolClient } from 'pg';
import { AppError } from '@wallet-service/errors';
import {
  readBlock,
  type ArchivedEntry,
  type ArchiveFiles,
  type PlacedEntry,
} from '@wallet-service/journal-format';
import { journalColumns, storedEntryOf, type JournalRow } from '@wallet-service/journal-format/stored';
import { inTransaction, readInIndexOrder } from '@wallet-service/postgres';
import { tileWidth, widthOf } from '@wallet-service/transparency-log';

/** Where journals are: in the database, and what is older in the archive. */
export type JournalPlaces = { readonly database: Pool; readonly archive: ArchiveFiles };

export type EntryRange = {
  readonly after: bigint;
  readonly until: bigint;
  /** At least 1. */
  readonly limit: number;
  /** Of decisions and details. One entry is read in any case. */
  readonly mostBytes?: number;
};

/** What of a journal the database does not keep. */
export type Archived = {
  /** The entries up to this number are in the archive. The database may have them still. */
  readonly size: number;
  /** Those up to this number, which fill their tiles, are not kept there any more. */
  readonly removed: number;
  /** The leaf hashes of the last tile up to `size`, if it is not full. */
  readonly leaves: readonly Uint8Array[];
};

export async function readArchived(connection: Pool | PoolClient, applicationId: string): Promise<Archived> {
  const { rows } = await connection.query<{ size: bigint; hashes: Buffer; removed: bigint | null }>(
    `select size, hashes, (
       select max(size) from journal_archives where application_id = $1 and removal <> '') as removed
     from journal_archives where application_id = $1 order by until_ms desc limit 1`,
    [applicationId],
  );
  const [row] = rows;
  if (!row) return { size: 0, removed: 0, leaves: [] };
  const { hashes } = row;
  return {
    size: Number(row.size),
    removed: wholeTiles(Number(row.removed ?? 0)),
    leaves: Array.from({ length: hashes.length / 32 }, (_, at) => hashes.subarray(32 * at, 32 * at + 32)),
  };
}

/** How many of so many entries are in tiles that they fill. */
export function wholeTiles(size: number): number {
  return size - (size % tileWidth);
}

/**
 * Entries from the one after `after` on, in order, at most up to `until`. If there are any, at least one, unless the
 * database lacks what it should have: then what comes after. Begins later if those entries are not kept any more.
 */
export async function readEntries(
  places: JournalPlaces,
  applicationId: string,
  range: EntryRange,
): Promise<readonly ArchivedEntry[]> {
  const rows = await readRows(places.database, applicationId, range);
  const gap = rows.findIndex(({ seq }, at) => seq !== range.after + BigInt(at + 1));
  const isShort = rows.length === 0 && range.after < range.until;
  if (gap === -1 && !isShort) return rows;
  // Looked up after the rows, so that no row is dropped in between.
  const archived = await readArchived(places.database, applicationId);
  const missing = range.after + BigInt(Math.max(gap, 0) + 1);
  if (missing > BigInt(archived.size)) return rows;
  if (gap > 0) return rows.slice(0, gap);
  return readArchivedEntries(places.archive, applicationId, range, archived);
}

const readAtOnce = 50;

/** The last entries of the range, the newest first. */
export async function readBackward(
  places: JournalPlaces,
  applicationId: string,
  { after, until, limit, mostBytes = Number.MAX_SAFE_INTEGER }: EntryRange,
): Promise<readonly ArchivedEntry[]> {
  const found: ArchivedEntry[] = [];
  let bytes = 0;
  for (let end = until; end > after;) {
    const most = Math.min(readAtOnce, limit - found.length);
    const from = end - BigInt(most) > after ? end - BigInt(most) : after;
    for (const each of (await readWhole(places, applicationId, from, end)).toReversed()) {
      if (bytes >= mostBytes) return found;
      found.push(each);
      bytes += bytesOf(each);
    }
    if (found.length >= limit) return found;
    end = from;
  }
  return found;
}

/** All of a short range. Its beginning may be in the archive alone. */
async function readWhole(
  places: JournalPlaces,
  applicationId: string,
  after: bigint,
  until: bigint,
): Promise<readonly ArchivedEntry[]> {
  const found: ArchivedEntry[] = [];
  for (let at = after; at < until;) {
    const read = await readEntries(places, applicationId, { after: at, until, limit: Number(until - at) });
    const last = read.at(-1);
    if (!last) break;
    found.push(...read);
    at = last.seq;
  }
  return found;
}

async function readRows(
  database: Pool,
  applicationId: string,
  { after, until, limit, mostBytes = Number.MAX_SAFE_INTEGER }: EntryRange,
): Promise<readonly ArchivedEntry[]> {
  const { rows } = await inTransaction(
    database,
    async (transaction) => {
      await readInIndexOrder(transaction);
      return transaction.query<JournalRow & { mac: Buffer | null }>(
        `with page as (
           select * from journal_entries where application_id = $1 and seq > $2 and seq <= $4 order by seq limit $3),
         measured as (
           select *, sum(bytes) over (order by seq) - bytes as bytes_before
             from (select *, octet_length(decision) + octet_length(details) as bytes from page) as sized)
         select ${journalColumns}, mac from measured where bytes_before < $5 order by seq`,
        [applicationId, after, limit, until, mostBytes],
      );
    },
    { applicationId },
  );
  return rows.map(({ mac, ...row }) => ({ ...storedEntryOf(applicationId, row), mac }));
}

async function readArchivedEntries(
  archive: ArchiveFiles,
  applicationId: string,
  { after, until, limit, mostBytes = Number.MAX_SAFE_INTEGER }: EntryRange,
  { size, removed }: Archived,
): Promise<readonly ArchivedEntry[]> {
  const found: ArchivedEntry[] = [];
  let bytes = 0;
  let at = Math.max(Number(after), removed);
  const end = Math.min(size, Number(until));
  while (at < end) {
    const index = Math.floor(at / tileWidth);
    const block = { index, width: widthOf({ level: 0, index }, size) };
    const entries = await readBlock(archive, applicationId, block);
    if (!entries) throw unreadable(new Error(`the archive lacks a file of entry ${at + 1}`));
    for (const each of entries.slice(at - index * tileWidth, end - index * tileWidth)) {
      if (found.length === limit || bytes >= mostBytes) return found;
      found.push(each);
      bytes += bytesOf(each);
    }
    at = (index + 1) * tileWidth;
  }
  return found;
}

/** Of the decision and the details, which are nearly all of an entry. */
export function bytesOf({ entry: { decision, details } }: PlacedEntry): number {
  return Buffer.byteLength(decision) + Buffer.byteLength(details);
}

/** What a caller is told. The log has the cause. */
export function unreadable(cause: unknown): AppError {
  return new AppError('service.unavailable', 'the archive of the journal cannot be read', {
    cause,
    retryAfterSeconds: 10,
  });
}

/** The same archive, whose failures are `service.unavailable`. */
export function archiveForCallers({ read }: ArchiveFiles): ArchiveFiles {
  return {
    read: (path) =>
      read(path).catch((error: unknown) => {
        throw unreadable(error);
      }),
  };
}
