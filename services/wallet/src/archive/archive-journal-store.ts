import type { Pool } from 'pg';
import type { Archive } from '@wallet-service/journal-archive';
import {
  encodeBlock,
  hasLeaf,
  leafDataOf,
  pathOfArchivedTile,
  pathsOfBlock,
  type ArchivedEntry,
} from '@wallet-service/journal-format';
import { tilesGiven } from '@wallet-service/journal-format/stored';
import { inTransaction, readInIndexOrder } from '@wallet-service/postgres';
import {
  appendLeaves,
  leafHashOf,
  perfectSubtrees,
  proveConsistency,
  rootOf,
  tileHeight,
  tilesCompleted,
  tileWidth,
  verifyConsistency,
  type HashedNode,
} from '@wallet-service/transparency-log';
import { BrokenLog } from '../journal/broken-log.js';
import type { JournalMacs, Log } from '../journal/journal-macs.js';
import { readLog } from '../journal/log-store.js';
import { readArchived, readEntries, wholeTiles } from '../journal/read-entries-store.js';
import { nodesOf, readTiles, rootOfTile } from '../journal/tile-store.js';
import { isWithoutKey } from '../wallets/application-key-store.js';
import { addTimes, timesOf, type TimesOfPart } from './archived-times-store.js';
import { EntriesWait } from './entries-wait.js';
import { monthOf } from './months.js';
import { writeFiles, type ArchiveFile } from './write-files.js';

export type ArchiveJournalDeps = {
  /** As the service's role, which row-level security binds. */
  readonly database: Pool;
  /** As the owner of the schema, who alone may say what is in the archive. */
  readonly owner: Pool;
  readonly archive: Archive;
  readonly macs: JournalMacs;
};

/** Of one step, which is read back and committed before the next. */
const mostTiles = 32;

/**
 * Brings the entries of an application from before `untilMs` to the archive, month by month. Goes on where another call
 * ended. Resolves to how many there were. Rejects with BrokenLog, and leaves the rest in the database, unless they are
 * what the log was made of. Rejects with EntriesWait if some are still to come.
 */
export async function archiveJournal(
  deps: ArchiveJournalDeps,
  applicationId: string,
  untilMs: number,
): Promise<number> {
  let entries = 0;
  for (;;) {
    const found = await nextMonth(deps, applicationId, untilMs);
    if (!found) return entries;
    const { month, log, to } = found;
    for (let { from } = found; from < to;) {
      const step = Math.min(to, wholeTiles(from) + mostTiles * tileWidth);
      await archiveStep(deps, { applicationId, log, month, from, to: step });
      entries += step - from;
      from = step;
    }
  }
}

type Found = {
  /** Its end. */
  readonly month: number;
  readonly log: Log;
  readonly from: number;
  readonly to: number;
};

/** The oldest month with entries that are not in the archive. */
function nextMonth(
  { database, macs }: ArchiveJournalDeps,
  applicationId: string,
  untilMs: number,
): Promise<Found | undefined> {
  return inTransaction(
    database,
    async (transaction) => {
      const { size: from } = await readArchived(transaction, applicationId);
      const log = await readLog(transaction, macs, applicationId);
      if (!log) {
        const { rowCount: left } = await transaction.query(
          'select from journal_entries where application_id = $1 limit 1',
          [applicationId],
        );
        if (left !== 0 || from > 0) throw new BrokenLog('it has entries, but its end is gone');
        return undefined;
      }
      if (log.isImporting || log.size < from)
        throw new BrokenLog(`it has ${log.size} entries, and the archive ${from}`);
      // Also where nothing is left to archive: once the months are dropped, they are sealed for this journal too.
      const { rowCount: waiting } = await transaction.query(
        'select from journal_pending where application_id = $1 and recorded_at_ms < $2 limit 1',
        [applicationId, untilMs],
      );
      if (waiting !== 0) throw new EntriesWait([applicationId]);
      if (log.size === from) return undefined;
      await readInIndexOrder(transaction);
      type Row = { seq: bigint; recorded_at_ms: bigint };
      // Not simply the next one: a clock that was wrong may have given it a time to come.
      const {
        rows: [oldest],
      } = await transaction.query<Row & { sealed: bigint | null }>(
        `select seq, recorded_at_ms, (
           select max(until_ms + (removal <> '')::int) from journal_archives where application_id = $1) as sealed
         from journal_entries where application_id = $1 and seq > $2 and seq <= $3 and recorded_at_ms < $4
         order by seq limit 1`,
        [applicationId, from, log.size, untilMs],
      );
      if (!oldest) return undefined;
      // The row of a month whose entries were removed takes no more: they would count as removed.
      const sealed = Number(oldest.sealed ?? 0);
      const month = Math.max(
        monthOf(Number(oldest.recorded_at_ms), 1),
        sealed === monthOf(sealed) ? sealed : monthOf(sealed, 1),
      );
      if (month > untilMs) return undefined;
      const { rows } = await transaction.query<Row>(
        `select seq, recorded_at_ms from journal_entries
         where application_id = $1 and recorded_at_ms < $2 and seq > $3 and seq <= $4
         order by recorded_at_ms desc, seq desc limit 1`,
        [applicationId, month, from, log.size],
      );
      return { month, log, from, to: Number(rows[0]?.seq ?? oldest.seq) };
    },
    { applicationId },
  );
}

type Step = Found & { readonly applicationId: string };

async function archiveStep(deps: ArchiveJournalDeps, step: Step): Promise<void> {
  const { applicationId, from, to } = step;
  const entries = await entriesOfTiles(deps, step);
  const leaves = entries.map(leafOf);
  const completed = await demandOfLog(deps, step, leaves);
  const files = [
    ...filesOfBlocks(applicationId, wholeTiles(from), entries, leaves),
    ...(await upperTiles(deps, step, completed)),
  ];
  await writeFiles(deps.archive, files);
  const added = entries.slice(from - wholeTiles(from));
  const withoutKey = added.filter(({ entry }) => isWithoutKey(entry)).length;
  const newestMs = added.reduce((newest, { entry }) => Math.max(newest, entry.recordedAtMs), 0);
  const hashes = leaves.slice(wholeTiles(to) - wholeTiles(from));
  await commit(deps.owner, step, { hashes, withoutKey, newestMs, times: timesOf(added) });
}

/** Also those of the first tile that are in the archive already. */
async function entriesOfTiles(
  { database, archive }: ArchiveJournalDeps,
  { applicationId, from, to }: Step,
): Promise<readonly ArchivedEntry[]> {
  const entries: ArchivedEntry[] = [];
  for (let after = wholeTiles(from); after < to; after = wholeTiles(from) + entries.length) {
    const range = { after: BigInt(after), until: BigInt(to), limit: Math.min(to - after, 1_000) };
    const read = await readEntries({ database, archive }, applicationId, range);
    if (read.some(({ seq }, at) => seq !== BigInt(after + at + 1)) || read.length === 0)
      throw new BrokenLog(`entries after ${after} are gone, or there are others of their numbers`);
    entries.push(...read);
  }
  return entries;
}

function leafOf({ seq, entry }: ArchivedEntry): Uint8Array {
  if (!hasLeaf(entry)) throw new BrokenLog(`entry ${seq} was changed`);
  return leafHashOf(leafDataOf(entry));
}

/**
 * Throws BrokenLog unless the log, whose end this service wrote, has these leaves at their places. Resolves to the
 * nodes that they made complete.
 */
async function demandOfLog(
  places: ArchiveJournalDeps,
  { applicationId, log, from, to }: Step,
  leaves: readonly Uint8Array[],
): Promise<readonly HashedNode[]> {
  const nodes = nodesOf(places, applicationId, log.size);
  const base = wholeTiles(from);
  const subtrees = perfectSubtrees(0, base);
  const start = { size: base, hashes: subtrees.length === 0 ? [] : await nodes(subtrees) };
  const { range, completed } = appendLeaves(start, leaves);
  const older = { size: to, root: rootOf(range) };
  const proof = await proveConsistency(nodes, to, log.size);
  if (!verifyConsistency(older, { size: log.size, root: rootOf(log) }, proof))
    throw new BrokenLog(`entries ${from + 1} to ${to} are not what the log was made of`);
  return completed;
}

/** Bundles of entries, their texts and their tiles, the last of which may be partial. */
function filesOfBlocks(
  applicationId: string,
  base: number,
  entries: readonly ArchivedEntry[],
  leaves: readonly Uint8Array[],
): readonly ArchiveFile[] {
  const files: ArchiveFile[] = [];
  for (let at = 0; at < entries.length; at += tileWidth) {
    const part = entries.slice(at, at + tileWidth);
    const block = { index: (base + at) / tileWidth, width: part.length };
    const paths = pathsOfBlock(applicationId, block);
    const { bundle, texts } = encodeBlock(part);
    files.push(
      { path: paths.bundle, content: bundle },
      { path: paths.texts, content: texts },
      {
        path: pathOfArchivedTile(applicationId, { level: 0, ...block }),
        content: Buffer.concat(leaves.slice(at, at + tileWidth)),
      },
    );
  }
  return files;
}

/** The tiles above that became full. */
async function upperTiles(
  places: ArchiveJournalDeps,
  { applicationId, from, to }: Step,
  completed: readonly HashedNode[],
): Promise<readonly ArchiveFile[]> {
  const known = new Map(completed.map(({ level, index, hash }) => [`${level}/${index}`, hash]));
  const tiles = tilesCompleted(from, to)
    .filter(({ level }) => level > 0)
    .map((tile) => ({ ...tile, width: tileWidth }));
  const hashes = await readTiles(places, applicationId, tiles);
  return tiles.map((tile, at) => {
    const content = hashes[at] ?? new Uint8Array();
    const root = known.get(`${tileHeight * (tile.level + 1)}/${tile.index}`) ?? new Uint8Array();
    if (Buffer.compare(rootOfTile(content), root) !== 0)
      throw new BrokenLog(`tile ${tile.level}/${tile.index} is not what the log was made of`);
    return { path: pathOfArchivedTile(applicationId, tile), content };
  });
}

type Committed = {
  readonly hashes: readonly Uint8Array[];
  readonly withoutKey: number;
  readonly newestMs: number;
  readonly times: readonly TimesOfPart[];
};

/**
 * From now on these entries, and the tiles that the log's end does not need, are read from the archive. Rejects if
 * another command was faster, so that no entry that it dropped counts as not archived again.
 */
function commit(
  owner: Pool,
  { applicationId, month, from, to }: Step,
  { hashes, withoutKey, newestMs, times }: Committed,
): Promise<void> {
  return inTransaction(
    owner,
    async (transaction) => {
      await transaction.query('lock table wallet.journal_archives in share row exclusive mode');
      const {
        rows: [known],
      } = await transaction.query<{ size: bigint; sealed: bigint; is_waiting: boolean }>(
        `select coalesce(max(size), 0) as size, coalesce(max(until_ms), 0) as sealed, exists (
           select 1 from wallet.journal_pending where application_id = $1 and recorded_at_ms < $2) as is_waiting
         from wallet.journal_archives where application_id = $1`,
        [applicationId, month],
      );
      if (Number(known?.size) !== from || Number(known?.sealed) > month)
        throw new Error(`another command archived entries after ${from} meanwhile: run one at a time`);
      if (known?.is_waiting) throw new EntriesWait([applicationId]);
      await transaction.query(
        `insert into wallet.journal_archives (application_id, until_ms, size, hashes, without_key, newest_ms)
         select $1, $2, $3, $4, $5 + coalesce(max(without_key), 0), greatest($6, max(newest_ms))
         from wallet.journal_archives where application_id = $1
         on conflict (application_id, until_ms) do update set size = excluded.size, hashes = excluded.hashes,
           without_key = excluded.without_key, newest_ms = excluded.newest_ms`,
        [applicationId, month, to, Buffer.concat(hashes), withoutKey, newestMs],
      );
      await addTimes(transaction, applicationId, from, times);
      await transaction.query(
        `update wallet.journal_archives set hashes = '' where application_id = $1 and until_ms < $2 and hashes <> ''`,
        [applicationId, month],
      );
      for (let level = 0; tilesGiven(level, to) > 0; level += 1)
        await transaction.query(
          'delete from wallet.journal_tiles where application_id = $1 and level = $2 and tile < $3',
          [applicationId, level, tilesGiven(level, to)],
        );
    },
    { applicationId },
  );
}
