import { foldSubtrees } from './compact-range.js';
import type { NodeReader } from './prove.js';
import { checkSize } from './tree-hash.js';
import type { TreeNode } from './tree-nodes.js';

/** Tiles of C2SP tlog-tiles: 256 hashes each, that is eight levels of the tree. */
export const tileHeight = 8;
export const tileWidth = 2 ** tileHeight;

/** A tile. It holds the hashes of the nodes of level `8 · level`, from number `256 · index` on. */
export type Tile = { readonly level: number; readonly index: number };
/** `width`: how many hashes it holds, from 1 to 256. A tile with fewer than 256 is partial. */
export type SizedTile = Tile & { readonly width: number };

/** How many hashes that tile holds in a tree of `size` leaves: 0 to 256. */
export function widthOf({ level, index }: Tile, size: number): number {
  checkSize(size);
  const nodes = Math.floor(size / tileWidth ** level);
  return Math.max(0, Math.min(tileWidth, nodes - index * tileWidth));
}

/** The full tiles that a tree of `size` leaves has and one of `oldSize` leaves does not, level by level. */
export function tilesCompleted(oldSize: number, size: number): readonly Tile[] {
  checkSize(oldSize);
  checkSize(size);
  const tiles: Tile[] = [];
  for (let level = 0; tileWidth ** (level + 1) <= size; level += 1) {
    const leaves = tileWidth ** (level + 1);
    for (let index = Math.floor(oldSize / leaves); index < Math.floor(size / leaves); index += 1)
      tiles.push({ level, index });
  }
  return tiles;
}

/** Where a node is found: the root over `count` neighbouring hashes of a tile, from number `first` on. */
export function placeOf({
  level,
  index,
}: TreeNode): Tile & { readonly first: number; readonly count: number } {
  const count = 2 ** (level % tileHeight);
  const at = index * count;
  const tile = Math.floor(at / tileWidth);
  return { level: Math.floor(level / tileHeight), index: tile, first: at - tile * tileWidth, count };
}

/**
 * Reads nodes from tiles, each tile once. `readTiles` returns the hashes of each tile one after the other, 32 bytes
 * each, and may return a fuller tile than asked for. Throws a RangeError for a tile that lacks a hash.
 */
export function readNodesOfTiles(
  readTiles: (tiles: readonly SizedTile[]) => Promise<readonly Uint8Array[]>,
  size: number,
): NodeReader {
  return async (nodes) => {
    const places = nodes.map(placeOf);
    const named = new Map(places.map((place) => [nameOf(place), place]));
    const tiles = [...named.values()].map(({ level, index }) => {
      return { level, index, width: widthOf({ level, index }, size) };
    });
    const read = await readTiles(tiles);
    const found = new Map(tiles.map((tile, at) => [nameOf(tile), read[at]]));
    return places.map((place) => {
      const root = foldPerfect(hashesOf(found.get(nameOf(place)), place.first, place.count));
      if (!root) throw new RangeError(`the tile ${nameOf(place)} lacks a hash`);
      return root;
    });
  };
}

function nameOf({ level, index }: Tile): string {
  return `${level}/${index}`;
}

function hashesOf(tile: Uint8Array | undefined, first: number, count: number): readonly Uint8Array[] {
  if (!tile || tile.length < (first + count) * 32) return [];
  return Array.from({ length: count }, (_, at) => tile.subarray((first + at) * 32, (first + at + 1) * 32));
}

function foldPerfect(hashes: readonly Uint8Array[]): Uint8Array | undefined {
  if (hashes.length <= 1) return hashes[0];
  const half = hashes.length / 2;
  return foldSubtrees(
    [foldPerfect(hashes.slice(0, half)), foldPerfect(hashes.slice(half))].flatMap((one) => one ?? []),
  );
}
