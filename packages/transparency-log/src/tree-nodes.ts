import { checkSize } from './tree-hash.js';

/** The root of a perfect subtree: that of the leaves from `index · 2^level` up to `(index + 1) · 2^level`. */
export type TreeNode = { readonly level: number; readonly index: number };

/** The perfect subtrees of the leaves from `begin` (inclusive) to `end` (exclusive), from left to right: the fewest. */
export function perfectSubtrees(begin: number, end: number): readonly TreeNode[] {
  checkSize(begin);
  checkSize(end);
  const nodes: TreeNode[] = [];
  let at = begin;
  while (at < end) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level += 1;
    nodes.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return nodes;
}

/** The largest power of two below `size`, where RFC 6962 section 2.1 splits a tree. `size` is at least 2. */
export function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}
