import { foldSubtrees } from './compact-range.js';
import { checkSize } from './tree-hash.js';
import { perfectSubtrees, splitOf, type TreeNode } from './tree-nodes.js';

/** Reads the hashes of nodes, in the order asked for. The tree that the proof is for contains all of them. */
export type NodeReader = (nodes: readonly TreeNode[]) => Promise<readonly Uint8Array[]>;

/** The leaves from the first number (inclusive) to the second (exclusive). */
type Leaves = readonly [begin: number, end: number];

/**
 * The inclusion proof of RFC 6962 section 2.1.1: the leaf `index` (from 0) is in the tree of `size` leaves. Calls
 * `read` once. Throws a RangeError unless `index < size`.
 */
export function proveInclusion(
  read: NodeReader,
  index: number,
  size: number,
): Promise<readonly Uint8Array[]> {
  checkSize(index);
  checkSize(size);
  if (index >= size) throw new RangeError('the tree has no such leaf');
  return hashesOf(read, pathOf(index, [0, size]));
}

/**
 * The consistency proof of RFC 6962 section 2.1.2: the tree of `newSize` leaves begins with the tree of `oldSize`.
 * Calls `read` once. It is empty when the sizes are equal, and for an old tree without leaves. Throws a RangeError
 * unless `oldSize <= newSize`.
 */
export function proveConsistency(
  read: NodeReader,
  oldSize: number,
  newSize: number,
): Promise<readonly Uint8Array[]> {
  checkSize(oldSize);
  checkSize(newSize);
  if (oldSize > newSize) throw new RangeError('the old tree is larger than the new one');
  return hashesOf(read, oldSize === 0 ? [] : subproofOf(oldSize, [0, newSize], true));
}

function pathOf(index: number, [begin, end]: Leaves): readonly Leaves[] {
  if (end - begin === 1) return [];
  const middle = begin + splitOf(end - begin);
  return index < middle
    ? [...pathOf(index, [begin, middle]), [middle, end]]
    : [...pathOf(index, [middle, end]), [begin, middle]];
}

/** SUBPROOF of the RFC. `isKnown`: the verifier has the root of these leaves, as the old tree's. */
function subproofOf(oldSize: number, [begin, end]: Leaves, isKnown: boolean): readonly Leaves[] {
  if (oldSize === end) return isKnown ? [] : [[begin, end]];
  const middle = begin + splitOf(end - begin);
  return oldSize <= middle
    ? [...subproofOf(oldSize, [begin, middle], isKnown), [middle, end]]
    : [...subproofOf(oldSize, [middle, end], false), [begin, middle]];
}

async function hashesOf(read: NodeReader, parts: readonly Leaves[]): Promise<readonly Uint8Array[]> {
  const nodes = parts.map(([begin, end]) => perfectSubtrees(begin, end));
  const all = nodes.flat();
  const hashes = all.length === 0 ? [] : await read(all);
  if (hashes.length !== all.length) throw new RangeError('the reader returned another number of hashes');
  let at = 0;
  return nodes.flatMap((part) => {
    const root = foldSubtrees(hashes.slice(at, at + part.length));
    at += part.length;
    return root ? [root] : [];
  });
}
