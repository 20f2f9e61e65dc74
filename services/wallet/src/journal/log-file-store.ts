import { inTransaction } from '@wallet-service/postgres';
import { leafDataOf } from '@wallet-service/journal-format';
import {
  encodeEntryBundle,
  proveInclusion,
  readNodesOfTiles,
  readTilePath,
  tileWidth,
  widthOf,
} from '@wallet-service/transparency-log';
import { readEnd } from './journal-page-store.js';
import { readEntries, type JournalPlaces } from './read-entries-store.js';
import { readTiles } from './tile-store.js';

/**
 * A file of an application's log by its path of C2SP tlog-tiles: `checkpoint`, a tile, or a bundle of entries.
 * Undefined if the log has no such file, or not yet.
 */
export async function readLogFile(
  places: JournalPlaces,
  applicationId: string,
  path: string,
): Promise<Uint8Array | undefined> {
  const { size, checkpoint, removed } = await inTransaction(
    places.database,
    (transaction) => readEnd(transaction, applicationId),
    { applicationId },
  );
  if (path === 'checkpoint') return checkpoint && Buffer.from(checkpoint.note);
  const file = readTilePath(path);
  if (!file) return undefined;
  const { level, index, width } = file;
  const tile = { level: level === 'entries' ? 0 : level, index, width };
  if (widthOf(tile, size) < width) return undefined;
  // What is not kept any more. The tiles above are.
  if (tile.level === 0 && (index + 1) * tileWidth <= removed) return undefined;
  if (level === 'entries') return readBundle(places, applicationId, index, width);
  const [hashes] = await readTiles(places, applicationId, [tile]);
  return hashes;
}

async function readBundle(
  places: JournalPlaces,
  applicationId: string,
  index: number,
  width: number,
): Promise<Uint8Array | undefined> {
  const first = index * tileWidth;
  const until = first + width;
  const leaves: Uint8Array[] = [];
  // The entries of a tile may be in the archive in part.
  for (let after = first; after < until; after = first + leaves.length) {
    const range = { after: BigInt(after), until: BigInt(until), limit: until - after };
    const entries = await readEntries(places, applicationId, range);
    if (entries[0]?.seq !== BigInt(after + 1)) return undefined;
    leaves.push(...entries.map(({ entry }) => leafDataOf(entry)));
  }
  return leaves.length === width ? encodeEntryBundle(leaves) : undefined;
}

/** Inclusion proofs (RFC 9162 section 2.1.3) of entries in the tree of the first `size`, which has all of them. */
export async function proveEntries(
  places: JournalPlaces,
  applicationId: string,
  seqs: readonly bigint[],
  size: number,
): Promise<ReadonlyMap<bigint, readonly Uint8Array[]>> {
  const known = new Map<string, Uint8Array>();
  const read = readNodesOfTiles(async (tiles) => {
    const nameOf = ({ level, index }: (typeof tiles)[number]): string => `${level}/${index}`;
    const missing = tiles.filter((tile) => !known.has(nameOf(tile)));
    const found = missing.length > 0 ? await readTiles(places, applicationId, missing) : [];
    for (const [at, tile] of missing.entries()) known.set(nameOf(tile), found[at] ?? new Uint8Array());
    return tiles.map((tile) => known.get(nameOf(tile)) ?? new Uint8Array());
  }, size);
  const proofs = new Map<bigint, readonly Uint8Array[]>();
  for (const seq of seqs) proofs.set(seq, await proveInclusion(read, Number(seq) - 1, size));
  return proofs;
}
