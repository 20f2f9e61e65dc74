import type { PoolClient } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import {
  hasLeaf,
  leafDataOf,
  pathOfArchivedTile,
  type ArchiveFiles,
  type PlacedEntry,
} from '@wallet-service/journal-format';
import {
  journalColumns,
  storedEntryOf,
  tilesGiven,
  type JournalRow,
} from '@wallet-service/journal-format/stored';
import {
  appendLeaves,
  emptyRange,
  leafHashOf,
  readNodesOfTiles,
  rootOf,
  tileHeight,
  tilesCompleted,
  tileWidth,
  type HashedNode,
  type NodeReader,
  type SizedTile,
  type Tile,
} from '@wallet-service/transparency-log';
import { BrokenLog } from './broken-log.js';
import { readArchived, unreadable, wholeTiles, type JournalPlaces } from './read-entries-store.js';

/**
 * Inserts the tiles that became full when a log grew. `completed`: the nodes that became complete. Throws BrokenLog if
 * the entries before them are not those that the log was made of.
 */
export async function insertTiles(
  transaction: PoolClient,
  applicationId: string,
  oldSize: number,
  completed: readonly HashedNode[],
): Promise<void> {
  const size = oldSize + completed.filter(({ level }) => level === 0).length;
  const full = tilesCompleted(oldSize, size);
  if (full.length === 0) return;
  const known = new Map(completed.map(({ level, index, hash }) => [`${level}/${index}`, hash]));
  await transaction.query(`set local app.application_id = ${transaction.escapeLiteral(applicationId)}`);
  // Level by level, because each is made from the one below.
  for (const { level, index } of full) {
    const hashes = await hashesOfFull(transaction, applicationId, { level, index }, known);
    const root = rootOfTile(hashes);
    if (Buffer.compare(root, known.get(`${tileHeight * (level + 1)}/${index}`) ?? Buffer.alloc(0)) !== 0)
      throw new BrokenLog(`tile ${level}/${index} is not what the log was made of`);
    await transaction.query(
      'insert into journal_tiles (application_id, level, tile, hashes, root) values ($1, $2, $3, $4, $5)',
      [applicationId, level, index, hashes, root],
    );
  }
}

/** Of a tile that became full. Reads what the log had before. `known`: the nodes that became complete. */
async function hashesOfFull(
  transaction: PoolClient,
  applicationId: string,
  { level, index }: Tile,
  known: ReadonlyMap<string, Uint8Array>,
): Promise<Uint8Array> {
  const nodes = Array.from({ length: tileWidth }, (_, at) =>
    known.get(`${tileHeight * level}/${index * tileWidth + at}`),
  );
  const added = nodes.filter((hash) => hash !== undefined);
  const width = tileWidth - added.length;
  const before = width > 0 ? [await hashesOf(transaction, applicationId, { level, index, width })] : [];
  return Buffer.concat([...before, ...added]);
}

/** The nodes of an application's log when it had `size` entries, for proofs. Rejects as `readTiles` does. */
export function nodesOf(places: JournalPlaces, applicationId: string, size: number): NodeReader {
  return readNodesOfTiles((tiles) => readTiles(places, applicationId, tiles), size);
}

/**
 * Tiles of an application's log. `width`: how many hashes of it. Rejects with BrokenLog if the log has fewer, or its
 * entries are gone.
 */
export async function readTiles(
  { database, archive }: JournalPlaces,
  applicationId: string,
  tiles: readonly SizedTile[],
): Promise<readonly Uint8Array[]> {
  const found = await inTransaction(
    database,
    async (transaction) => {
      const read: (Uint8Array | undefined)[] = [];
      for (const tile of tiles) read.push(await tileOf(transaction, applicationId, tile));
      return read;
    },
    { applicationId },
  );
  // After the transaction, because an archive may take its time.
  const read: Uint8Array[] = [];
  for (const [at, { width, ...tile }] of tiles.entries())
    read.push(found[at] ?? (await archivedTile(archive, applicationId, tile)).subarray(0, width * 32));
  return read;
}

async function archivedTile(archive: ArchiveFiles, applicationId: string, tile: Tile): Promise<Uint8Array> {
  const path = pathOfArchivedTile(applicationId, { ...tile, width: tileWidth });
  const hashes = await archive.read(path);
  if (hashes?.length !== tileWidth * 32) throw unreadable(new Error(`the archive lacks ${path}`));
  return hashes;
}

/** Undefined: the database has given it to the archive. */
async function tileOf(
  transaction: PoolClient,
  applicationId: string,
  tile: SizedTile,
): Promise<Uint8Array | undefined> {
  const { level, index, width } = tile;
  const { rows } = await transaction.query<{ hashes: Buffer }>(
    'select hashes from journal_tiles where application_id = $1 and level = $2 and tile = $3',
    [applicationId, level, index],
  );
  if (rows[0]) return rows[0].hashes.subarray(0, width * 32);
  const { size } = await readArchived(transaction, applicationId);
  return index < tilesGiven(level, size) ? undefined : hashesOf(transaction, applicationId, tile);
}

/** Makes a tile: of level 0 from the entries, of others from the level below. */
async function hashesOf(
  transaction: PoolClient,
  applicationId: string,
  tile: SizedTile,
): Promise<Uint8Array> {
  const hashes = await foundHashes(transaction, applicationId, tile);
  if (hashes.length !== tile.width)
    throw new BrokenLog(`tile ${tile.level}/${tile.index} lacks what it is made of`);
  return Buffer.concat(hashes);
}

async function foundHashes(
  transaction: PoolClient,
  applicationId: string,
  { level, index, width }: SizedTile,
): Promise<readonly Uint8Array[]> {
  const first = index * tileWidth;
  if (level === 0) {
    const { rows } = await transaction.query<JournalRow>(
      `select ${journalColumns} from journal_entries where application_id = $1 and seq > $2 and seq <= $3
       order by seq`,
      [applicationId, first, first + width],
    );
    // Looked up after the rows, so that no row is dropped in between.
    const archived = await readArchived(transaction, applicationId);
    const kept = wholeTiles(archived.size) === first ? archived.leaves.slice(0, width) : [];
    const others = rows.filter(({ seq }) => seq > BigInt(first + kept.length));
    return [...kept, ...others.map((row) => leafOf(storedEntryOf(applicationId, row)))];
  }
  const { rows } = await transaction.query<{ root: Buffer }>(
    `select root from journal_tiles where application_id = $1 and level = $2 and tile >= $3 and tile < $4
     order by tile`,
    [applicationId, level - 1, first, first + width],
  );
  return rows.map(({ root }) => root);
}

function leafOf({ seq, entry }: PlacedEntry): Uint8Array {
  if (!hasLeaf(entry)) throw new BrokenLog(`entry ${seq} was changed`);
  return leafHashOf(leafDataOf(entry));
}

export function rootOfTile(hashes: Uint8Array): Uint8Array {
  const nodes = Array.from({ length: hashes.length / 32 }, (_, at) =>
    hashes.subarray(at * 32, (at + 1) * 32),
  );
  return rootOf(appendLeaves(emptyRange, nodes).range);
}
