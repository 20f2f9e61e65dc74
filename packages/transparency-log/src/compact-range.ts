import { checkSize, emptyRoot, parentHashOf } from './tree-hash.js';
import { perfectSubtrees, type TreeNode } from './tree-nodes.js';

/** All that is needed of a tree to append leaves to it: the roots of its perfect subtrees. */
export type CompactRange = {
  /** The number of leaves, up to 2^53 - 1. */
  readonly size: number;
  /** The roots of the perfect subtrees, the largest (leftmost) first. 32 bytes each. */
  readonly hashes: readonly Uint8Array[];
};

export type HashedNode = TreeNode & { readonly hash: Uint8Array };

export const emptyRange: CompactRange = { size: 0, hashes: [] };

/** Whether there are as many hashes, of 32 bytes each, as a tree of that size has perfect subtrees. */
export function isCompactRange({ size, hashes }: CompactRange): boolean {
  if (!Number.isSafeInteger(size) || size < 0) return false;
  return hashes.length === perfectSubtrees(0, size).length && hashes.every((hash) => hash.length === 32);
}

/**
 * The tree with more leaves, and the nodes that became complete: the leaves (level 0) and the roots of perfect subtrees
 * above them, each after its children.
 */
export function appendLeaves(
  range: CompactRange,
  leafHashes: readonly Uint8Array[],
): { readonly range: CompactRange; readonly completed: readonly HashedNode[] } {
  if (!isCompactRange(range)) throw new RangeError('not the compact range of a tree of this size');
  checkSize(range.size + leafHashes.length);
  const hashes = [...range.hashes];
  const completed: HashedNode[] = [];
  let size = range.size;
  for (const leaf of leafHashes) {
    let node = { level: 0, index: size, hash: leaf };
    completed.push(node);
    // A node with an odd number is a right child. Its left sibling is the last perfect subtree so far.
    for (; node.index % 2 === 1; completed.push(node)) {
      const left = hashes.pop();
      if (!left) throw new RangeError('not the compact range of a tree of this size');
      node = { level: node.level + 1, index: (node.index - 1) / 2, hash: parentHashOf(left, node.hash) };
    }
    hashes.push(node.hash);
    size += 1;
  }
  return { range: { size, hashes }, completed };
}

/** The root of the tree, 32 bytes (RFC 6962 section 2.1). */
export function rootOf({ hashes }: CompactRange): Uint8Array {
  return foldSubtrees(hashes) ?? emptyRoot();
}

/** The root over the roots of neighbouring perfect subtrees, from left to right, that end where a tree ends. */
export function foldSubtrees(hashes: readonly Uint8Array[]): Uint8Array | undefined {
  let root: Uint8Array | undefined;
  for (const hash of hashes.toReversed()) root = root ? parentHashOf(hash, root) : hash;
  return root;
}
