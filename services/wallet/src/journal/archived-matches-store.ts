import type { Pool } from 'pg';
import { readBlock, type ArchivedEntry, type PlacedEntry } from '@wallet-service/journal-format';
import { tileWidth, widthOf } from '@wallet-service/transparency-log';
import { mostBytes, type JournalFilter } from './journal-filter-store.js';
import { bytesOf, readArchived, unreadable, wholeTiles, type JournalPlaces } from './read-entries-store.js';

/** The entries after a number, up to another one. */
export type ArchiveRange = { readonly after: number; readonly until: number };

type Times = Pick<JournalFilter, 'sinceMs' | 'untilMs'>;

export type AskedArchived = {
  /** In the order of the page. */
  readonly ranges: readonly ArchiveRange[];
  readonly limit: number;
  readonly newestFirst: boolean;
  /** What it sees of an entry has no decision and no details. */
  readonly isWanted: (placed: PlacedEntry) => boolean;
};

export type ArchivedMatches = {
  readonly entries: readonly PlacedEntry[];
  /** Where the next page goes on: after this number, or with `newestFirst` up to it. Undefined at the end. */
  readonly reached: number | undefined;
};

/** The most tiles of entries that one page reads. */
const mostBlocks = 32;
const mostAtOnce = 8;
/** For so many entries it is known between which times they are. As many as a page reads. */
export const entriesOfPart = mostBlocks * tileWidth;

/**
 * What of a range of the archive may have entries of such times, and is to be read in this order: all of it, or as much
 * as a page reads. Whole months, and parts of them, are left out.
 */
export async function rangesToRead(
  database: Pool,
  applicationId: string,
  range: ArchiveRange,
  { newestFirst, ...times }: Times & { readonly newestFirst: boolean },
): Promise<readonly ArchiveRange[]> {
  const { after, until } = await withinMonths(database, applicationId, range, times);
  if (after >= until) return [];
  const { sinceMs = 0, untilMs = Infinity } = times;
  if (sinceMs === 0 && untilMs === Infinity) return [{ after, until }];
  const { rows } = await database.query<{ part: bigint | null; first: bigint | null }>(
    `select part, first from (select min(part) as first from journal_archive_times where application_id = $1) as f
     left join lateral (
       select part from journal_archive_times where application_id = $1 and part >= $2 and part <= $3
         and newest_ms >= $4 and oldest_ms < $5
       order by part ${newestFirst ? 'desc' : 'asc'} limit 3) as p on true`,
    [
      ...[applicationId, Math.floor(after / entriesOfPart), Math.ceil(until / entriesOfPart) - 1, sinceMs],
      Math.min(untilMs, Number.MAX_SAFE_INTEGER),
    ],
  );
  // What was archived before there were these times.
  const unknown = { after, until: Math.min(until, Number(rows[0]?.first ?? Infinity) * entriesOfPart) };
  const parts = rows.flatMap(({ part }) => {
    if (part === null) return [];
    const start = Number(part) * entriesOfPart;
    return [{ after: Math.max(after, start), until: Math.min(until, start + entriesOfPart) }];
  });
  return [...(newestFirst ? [...parts, unknown] : [unknown, ...parts])].filter(
    (each) => each.after < each.until,
  );
}

/** The range without the months at its ends that have no such time. */
async function withinMonths(
  database: Pool,
  applicationId: string,
  { after, until }: ArchiveRange,
  { sinceMs = 0, untilMs = Infinity }: Times,
): Promise<ArchiveRange> {
  const { rows } = await database.query<MonthRow>(
    `select until_ms, size, newest_ms, removal <> '' as removed from journal_archives
     where application_id = $1 order by until_ms`,
    [applicationId],
  );
  const months = rows.map((row) => ({ ...row, size: Number(row.size), untilMs: Number(row.until_ms) }));
  const gone = months.filter(({ removed }) => removed).map(({ size }) => wholeTiles(size));
  const older = months.filter((month) => Number(month.newest_ms) < sinceMs).map(({ size }) => size);
  // What follows a month is of later times. A row that says no more than the one before only seals its month.
  const newer = months
    .filter((month, at) => !month.removed && month.size !== months[at - 1]?.size && month.untilMs >= untilMs)
    .map(({ size }) => size);
  return {
    after: Math.max(after, ...gone, ...older),
    until: Math.min(until, months.at(-1)?.size ?? 0, ...newer),
  };
}

type MonthRow = {
  readonly until_ms: bigint;
  readonly size: bigint;
  readonly newest_ms: bigint;
  readonly removed: boolean;
};

/** The matches in the archive, in the order of the journal or the other way round. Rejects as `readEntries` does. */
export async function readArchivedMatches(
  { database, archive }: JournalPlaces,
  applicationId: string,
  { ranges, limit, newestFirst, isWanted }: AskedArchived,
): Promise<ArchivedMatches> {
  const { size } = await readArchived(database, applicationId);
  const read = async ({ index, after, until }: RangeOfBlock): Promise<readonly ArchivedEntry[]> => {
    const block = { index, width: widthOf({ level: 0, index }, size) };
    const isAsked = (placed: PlacedEntry): boolean =>
      placed.seq > BigInt(after) && placed.seq <= BigInt(until) && isWanted(placed);
    const entries = await readBlock(archive, applicationId, block, isAsked);
    if (!entries) throw unreadable(new Error(`the archive lacks a file of entry ${index * tileWidth + 1}`));
    return newestFirst ? entries.toReversed() : entries;
  };
  const blocks = blocksOf(ranges, newestFirst);
  const found: ArchivedEntry[] = [];
  let bytes = 0;
  let atOnce = 1;
  for (let at = 0; at < Math.min(blocks.length, mostBlocks);) {
    const several = blocks.slice(at, Math.min(at + atOnce, mostBlocks));
    for (const each of (await Promise.all(several.map(read))).flat()) {
      const last = found.at(-1);
      if (last && (found.length === limit || bytes >= mostBytes))
        return { entries: found, reached: Number(last.seq) - (newestFirst ? 1 : 0) };
      found.push(each);
      bytes += bytesOf(each);
    }
    at += several.length;
    // These had few matches.
    atOnce = Math.min(2 * atOnce, mostAtOnce);
  }
  const next = blocks[mostBlocks];
  return { entries: found, reached: next && (newestFirst ? next.until : next.after) };
}

type RangeOfBlock = ArchiveRange & { readonly index: number };

/** What of each tile is to be read. One tile more than a page reads, where the next page goes on. */
function blocksOf(ranges: readonly ArchiveRange[], newestFirst: boolean): readonly RangeOfBlock[] {
  const blocks: RangeOfBlock[] = [];
  for (const { after, until } of ranges) {
    const first = Math.floor(after / tileWidth);
    const last = Math.ceil(until / tileWidth) - 1;
    for (let step = 0; step <= last - first && blocks.length <= mostBlocks; step += 1) {
      const index = newestFirst ? last - step : first + step;
      const start = index * tileWidth;
      blocks.push({ index, after: Math.max(after, start), until: Math.min(until, start + tileWidth) });
    }
  }
  return blocks;
}
