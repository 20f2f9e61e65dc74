import { sameBytes } from '../core/encoding.js';
import { sha256 } from './web-crypto.js';

/** All that is needed of a tree of RFC 6962 to append leaves to it. */
export type CompactRange = {
  /** The number of leaves. */
  readonly size: number;
  /** The roots of its perfect subtrees, the largest first. */
  readonly hashes: readonly Uint8Array[];
};

export const emptyRange: CompactRange = { size: 0, hashes: [] };

/** RFC 6962 section 2.1. */
export function leafHashOf(data: Uint8Array): Promise<Uint8Array> {
  return sha256(Uint8Array.of(0, ...data));
}

function parentHashOf(left: Uint8Array, right: Uint8Array): Promise<Uint8Array> {
  return sha256(Uint8Array.of(1, ...left, ...right));
}

/** Whether it has as many hashes as a tree of its size has perfect subtrees: one for each bit that is set. */
export function isCompactRange({ size, hashes }: CompactRange): boolean {
  const bits = size.toString(2).replaceAll('0', '').length;
  return hashes.length === bits && hashes.every(({ length }) => length === 32);
}

/** The tree with one more leaf. */
export async function withLeaf({ size, hashes }: CompactRange, leafHash: Uint8Array): Promise<CompactRange> {
  const roots = [...hashes];
  let hash = leafHash;
  // Each set bit at the end of the size is a subtree that is as large as the one that the leaf completed.
  for (let rest = size; rest % 2 === 1; rest = Math.floor(rest / 2))
    hash = await parentHashOf(roots.pop() ?? new Uint8Array(0), hash);
  return { size: size + 1, hashes: [...roots, hash] };
}

/** 32 bytes. */
export async function rootOf({ hashes }: CompactRange): Promise<Uint8Array> {
  let root: Uint8Array | undefined;
  for (const hash of [...hashes].reverse()) root = root ? await parentHashOf(hash, root) : hash;
  return root ?? sha256(new Uint8Array(0));
}

/** Whether the tree has that leaf at `index`, from 0. RFC 9162 section 2.1.3.2. */
export async function isIncluded(
  leafHash: Uint8Array,
  index: number,
  { size, root }: { readonly size: number; readonly root: Uint8Array },
  proof: readonly Uint8Array[],
): Promise<boolean> {
  if (index >= size) return false;
  let [at, last, hash] = [index, size - 1, leafHash];
  for (const sibling of proof) {
    if (last === 0) return false;
    const isRight = at % 2 === 1 || at === last;
    hash = isRight ? await parentHashOf(sibling, hash) : await parentHashOf(hash, sibling);
    // The last node of a level may have no sibling there. It is then its own parent.
    for (; isRight && at % 2 === 0 && at !== 0; last = Math.floor(last / 2)) at = Math.floor(at / 2);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && sameBytes(hash, root);
}
