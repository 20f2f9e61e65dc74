import { emptyRoot, parentHashOf, sameHash } from './tree-hash.js';

/** A tree as a checkpoint states it. */
export type TreeHead = { readonly size: number; readonly root: Uint8Array };

/** Whether the tree has that leaf at `index` (from 0). RFC 9162 section 2.1.3.2. */
export function verifyInclusion(
  leafHash: Uint8Array,
  index: number,
  { size, root }: TreeHead,
  proof: readonly Uint8Array[],
): boolean {
  if (![index, size].every(isSize) || index >= size || !areHashes([leafHash, root, ...proof])) return false;
  let hash = leafHash;
  const isComplete = climb([index, size - 1], proof, (sibling, isLeft) => {
    hash = isLeft ? parentHashOf(sibling, hash) : parentHashOf(hash, sibling);
  });
  return isComplete && sameHash(hash, root);
}

/**
 * Whether the new tree begins with all leaves of the old one, in their order. RFC 9162 section 2.1.4.2. The proof from
 * an empty tree, or from a tree of the same size, is empty, as in C2SP tlog-witness. The proof is about the roots: the
 * caller MUST have each root together with its size, from a signed checkpoint.
 */
export function verifyConsistency(older: TreeHead, newer: TreeHead, proof: readonly Uint8Array[]): boolean {
  if (![older.size, newer.size].every(isSize) || older.size > newer.size) return false;
  if (!areHashes([older.root, newer.root, ...proof]) || ![older, newer].every(hasRootOfItsSize)) return false;
  if (older.size === 0) return proof.length === 0;
  if (older.size === newer.size) return proof.length === 0 && sameHash(older.root, newer.root);
  // A perfect old tree is a node of the new one. The verifier has its root already.
  const [first, ...steps] = isPowerOfTwo(older.size) ? [older.root, ...proof] : proof;
  if (!first || proof.length === 0) return false;
  let at: Position = [older.size - 1, newer.size - 1];
  while (at[0] % 2 === 1) at = halved(at);
  let [oldHash, newHash] = [first, first];
  const isComplete = climb(at, steps, (sibling, isLeft) => {
    if (isLeft) oldHash = parentHashOf(sibling, oldHash);
    newHash = isLeft ? parentHashOf(sibling, newHash) : parentHashOf(newHash, sibling);
  });
  return isComplete && sameHash(oldHash, older.root) && sameHash(newHash, newer.root);
}

/** The number of a node on its level, and of the last node there: `fn` and `sn` of the RFC. */
type Position = readonly [fn: number, sn: number];

/** Goes up from a node to the root, a sibling for each step. False unless there are as many siblings as steps. */
function climb(
  start: Position,
  siblings: readonly Uint8Array[],
  join: (sibling: Uint8Array, isLeft: boolean) => void,
): boolean {
  let at = start;
  for (const sibling of siblings) {
    const [fn, sn] = at;
    if (sn === 0) return false;
    const isLeft = fn % 2 === 1 || fn === sn;
    join(sibling, isLeft);
    // The last node of a level may have no sibling there. It is then its own parent.
    while (isLeft && at[0] % 2 === 0 && at[0] !== 0) at = halved(at);
    at = halved(at);
  }
  return at[1] === 0;
}

// Numbers, not bits: a size can have more than 32 bits.
function halved([fn, sn]: Position): Position {
  return [Math.floor(fn / 2), Math.floor(sn / 2)];
}

function hasRootOfItsSize({ size, root }: TreeHead): boolean {
  return size > 0 || sameHash(root, emptyRoot());
}

function isPowerOfTwo(size: number): boolean {
  return 2 ** Math.floor(Math.log2(size)) === size;
}

function isSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function areHashes(hashes: readonly Uint8Array[]): boolean {
  return hashes.every((hash) => hash.length === 32);
}
