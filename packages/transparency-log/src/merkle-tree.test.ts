import { createHash } from 'node:crypto';
import fc from 'fast-check';
import {
  appendLeaves,
  emptyRange,
  emptyRoot,
  isCompactRange,
  leafHashOf,
  perfectSubtrees,
  proveConsistency,
  proveInclusion,
  rootOf,
  verifyConsistency,
  verifyInclusion,
  type NodeReader,
} from './index.js';

// The definitions of RFC 6962 section 2.1, word for word, as a second opinion.

const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest();
const k = (n: number): number => 2 ** Math.ceil(Math.log2(n) - 1);

function mth(d: readonly Uint8Array[]): Buffer {
  if (d.length === 0) return sha256();
  if (d.length === 1) return sha256(Buffer.of(0), ...d);
  return sha256(Buffer.of(1), mth(d.slice(0, k(d.length))), mth(d.slice(k(d.length))));
}

function path(m: number, d: readonly Uint8Array[]): readonly Buffer[] {
  if (d.length === 1) return [];
  const [left, right] = [d.slice(0, k(d.length)), d.slice(k(d.length))];
  return m < left.length ? [...path(m, left), mth(right)] : [...path(m - left.length, right), mth(left)];
}

function subproof(m: number, d: readonly Uint8Array[], b: boolean): readonly Buffer[] {
  if (m === d.length) return b ? [] : [mth(d)];
  const [left, right] = [d.slice(0, k(d.length)), d.slice(k(d.length))];
  return m <= left.length
    ? [...subproof(m, left, b), mth(right)]
    : [...subproof(m - left.length, right, false), mth(left)];
}

const leaves = (size: number): readonly Uint8Array[] =>
  Array.from({ length: size }, (_, index) => Buffer.from(`leaf ${index}`));
const rangeOf = (d: readonly Uint8Array[]) => appendLeaves(emptyRange, d.map(leafHashOf));
const headOf = (d: readonly Uint8Array[]) => ({ size: d.length, root: rootOf(rangeOf(d).range) });

function readerOf(d: readonly Uint8Array[]): NodeReader {
  const { completed } = rangeOf(d);
  const hashes = new Map(completed.map(({ level, index, hash }) => [`${level}/${index}`, hash]));
  return (nodes) =>
    Promise.resolve(nodes.map(({ level, index }) => hashes.get(`${level}/${index}`) ?? Buffer.alloc(32)));
}

const flipped = (hash: Uint8Array, at: number): Uint8Array => {
  const copy = Uint8Array.from(hash);
  copy[at % 32] = (copy[at % 32] ?? 0) ^ 1;
  return copy;
};
/** The proof changed in each way: a bit of each hash, one fewer, one more, two in the other order. */
function spoilt(proof: readonly Uint8Array[], bit: number): readonly (readonly Uint8Array[])[] {
  return [
    ...proof.map((hash, at) => proof.with(at, flipped(hash, bit))),
    ...proof.map((_, at) => proof.toSpliced(at, 1)),
    [...proof, Buffer.alloc(32)],
    [Buffer.alloc(32), ...proof],
    ...(proof.length < 2 ? [] : [proof.toReversed()]),
    ...proof.map((hash, at) => proof.with(at, hash.subarray(0, 31))),
  ];
}

const tree = fc.integer({ min: 1, max: 70 });

describe('the tree', () => {
  // From the tests of google/certificate-transparency.
  it.each([
    [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
    [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
    [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
    [4, 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
    [5, '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
    [6, '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
    [7, 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
    [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
  ])('has the published root of %i leaves', (size, root) => {
    const published = [
      '',
      '00',
      '10',
      '2021',
      '3031',
      '40414243',
      '5051525354555657',
      '606162636465666768696a6b6c6d6e6f',
    ];
    const { range } = rangeOf(published.slice(0, size).map((hex) => Buffer.from(hex, 'hex')));
    expect(Buffer.from(rootOf(range)).toString('hex')).toBe(root);
  });

  it('has the root of the RFC however the leaves are appended', () => {
    expect(rootOf(emptyRange)).toEqual(mth([]));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 6 }), (batches) => {
        let range = emptyRange;
        const all = leaves(batches.reduce((sum, batch) => sum + batch, 0));
        for (const batch of batches)
          ({ range } = appendLeaves(range, all.slice(range.size, range.size + batch).map(leafHashOf)));
        expect(range.size).toBe(all.length);
        expect(isCompactRange(range)).toBe(true);
        expect(rootOf(range)).toEqual(mth(all));
      }),
    );
  });

  it('names each node once, when it becomes complete', () => {
    const all = leaves(21);
    const first = rangeOf(all.slice(0, 6));
    const then = appendLeaves(first.range, all.slice(6).map(leafHashOf));
    const completed = [...first.completed, ...then.completed];
    for (const { level, index, hash } of completed)
      expect(hash).toEqual(mth(all.slice(index * 2 ** level, (index + 1) * 2 ** level)));
    const counts = [0, 1, 2, 3, 4].map((at) => completed.filter(({ level }) => level === at).length);
    expect(counts).toEqual([21, 10, 5, 2, 1]);
  });

  it('does not go on from what is not a tree', () => {
    const { range } = rangeOf(leaves(3));
    expect(() => appendLeaves({ ...range, size: 4 }, [emptyRoot()])).toThrow(RangeError);
    expect(() => appendLeaves({ size: 1, hashes: [Buffer.alloc(31)] }, [emptyRoot()])).toThrow(RangeError);
    expect(isCompactRange({ size: 1.5, hashes: [] })).toBe(false);
  });

  it('divides leaves into perfect subtrees, beyond 32 bits too', () => {
    expect(perfectSubtrees(0, 2 ** 40 + 3)).toEqual([
      { level: 40, index: 0 },
      { level: 1, index: 2 ** 39 },
      { level: 0, index: 2 ** 40 + 2 },
    ]);
    expect(perfectSubtrees(5, 5)).toEqual([]);
  });
});

describe('an inclusion proof', () => {
  it('is that of the RFC, and holds for that leaf at that place of that tree alone', async () => {
    await fc.assert(
      fc.asyncProperty(tree, fc.nat(), fc.nat(), async (size, at, bit) => {
        const [d, index] = [leaves(size), at % size];
        const head = headOf(d);
        const leaf = leafHashOf(Buffer.from(`leaf ${index}`));
        const proof = await proveInclusion(readerOf(d), index, size);
        expect(proof).toEqual(path(index, d));
        expect(verifyInclusion(leaf, index, head, proof)).toBe(true);
        for (const wrong of spoilt(proof, bit)) expect(verifyInclusion(leaf, index, head, wrong)).toBe(false);
        expect(verifyInclusion(flipped(leaf, bit), index, head, proof)).toBe(false);
        expect(verifyInclusion(leaf, index, { ...head, root: flipped(head.root, bit) }, proof)).toBe(false);
        for (const other of d.keys()) expect(verifyInclusion(leaf, other, head, proof)).toBe(other === index);
        for (const outside of [-1, size, 0.5, Number.NaN])
          expect(verifyInclusion(leaf, outside, head, proof)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it('exists only for leaves of the tree', () => {
    expect(() => proveInclusion(readerOf(leaves(3)), 3, 3)).toThrow(RangeError);
    expect(() => proveInclusion(readerOf(leaves(3)), -1, 3)).toThrow(RangeError);
  });
});

describe('a consistency proof', () => {
  it('is that of the RFC, and holds between those two trees alone', async () => {
    await fc.assert(
      fc.asyncProperty(tree, fc.nat(), fc.nat(), async (size, at, bit) => {
        const d = leaves(size);
        const oldSize = 1 + (at % size);
        const [older, newer] = [headOf(d.slice(0, oldSize)), headOf(d)];
        const proof = await proveConsistency(readerOf(d), oldSize, size);
        expect(proof).toEqual(subproof(oldSize, d, true));
        expect(verifyConsistency(older, newer, proof)).toBe(true);
        for (const wrong of spoilt(proof, bit)) expect(verifyConsistency(older, newer, wrong)).toBe(false);
        // Not with another size: the proof is about the roots. What signs a checkpoint binds the size to the root.
        const forked = [
          [{ ...older, root: flipped(older.root, bit) }, newer],
          [older, { ...newer, root: flipped(newer.root, bit) }],
          [headOf(d.slice(0, oldSize).with(bit % oldSize, Buffer.from('other'))), newer],
        ] as const;
        for (const [one, other] of forked) expect(verifyConsistency(one, other, proof)).toBe(false);
        if (oldSize < size) expect(verifyConsistency(newer, older, proof)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it('is empty from an empty tree, which has only one root', async () => {
    const [empty, newer] = [headOf([]), headOf(leaves(5))];
    expect(await proveConsistency(readerOf(leaves(5)), 0, 5)).toEqual([]);
    expect(verifyConsistency(empty, newer, [])).toBe(true);
    expect(verifyConsistency(empty, empty, [])).toBe(true);
    expect(verifyConsistency({ ...empty, root: newer.root }, newer, [])).toBe(false);
    expect(verifyConsistency(empty, { ...newer, size: 0 }, [])).toBe(false);
    expect(verifyConsistency(empty, newer, [newer.root])).toBe(false);
  });

  it('does not exist from a larger tree, nor without all hashes', async () => {
    expect(() => proveConsistency(readerOf(leaves(3)), 4, 3)).toThrow(RangeError);
    await expect(proveConsistency(() => Promise.resolve([]), 2, 3)).rejects.toThrow(RangeError);
  });
});
