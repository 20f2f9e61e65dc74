import fc from 'fast-check';
import {
  appendLeaves,
  decodeEntryBundle,
  emptyRange,
  encodeEntryBundle,
  leafHashOf,
  pathOfTile,
  perfectSubtrees,
  proveConsistency,
  proveInclusion,
  readNodesOfTiles,
  readTilePath,
  rootOf,
  tilesCompleted,
  verifyConsistency,
  verifyInclusion,
  widthOf,
  type SizedTile,
} from './index.js';

const size = 70_000;
const leafHashes = Array.from({ length: size }, (_, index) => leafHashOf(Buffer.from(String(index))));
const { completed } = appendLeaves(emptyRange, leafHashes);
const nodes = new Map(completed.map(({ level, index, hash }) => [`${level}/${index}`, hash]));
const headOf = (at: number) => ({
  size: at,
  root: rootOf({
    size: at,
    hashes: perfectSubtrees(0, at).map(
      ({ level, index }) => nodes.get(`${level}/${index}`) ?? Buffer.alloc(0),
    ),
  }),
});
const tileBytes = ({ level, index, width }: SizedTile): Buffer =>
  Buffer.concat(
    Array.from(
      { length: width },
      (_, at) => nodes.get(`${8 * level}/${256 * index + at}`) ?? Buffer.alloc(0),
    ),
  );

describe('tiles', () => {
  it('give the hashes that proofs need, each tile read once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: size }), fc.nat(), async (treeSize, at) => {
        const asked: string[] = [];
        const read = readNodesOfTiles((tiles) => {
          asked.push(...tiles.map(pathOfTile));
          return Promise.resolve(tiles.map(tileBytes));
        }, treeSize);
        const index = at % treeSize;
        const inclusion = await proveInclusion(read, index, treeSize);
        const head = headOf(treeSize);
        expect(verifyInclusion(leafHashes[index] ?? Buffer.alloc(0), index, head, inclusion)).toBe(true);
        expect(new Set(asked).size).toBe(asked.length);
        const consistency = await proveConsistency(read, index + 1, treeSize);
        expect(verifyConsistency(headOf(index + 1), head, consistency)).toBe(true);
      }),
      { numRuns: 8 },
    );
  });

  it('that lack a hash give no proof', async () => {
    const read = readNodesOfTiles((tiles) => Promise.resolve(tiles.map(() => Buffer.alloc(31))), 1000);
    await expect(proveInclusion(read, 7, 1000)).rejects.toThrow(/tile 0\/0 lacks a hash/);
  });

  it('are as wide as the tree has nodes', () => {
    expect(widthOf({ level: 0, index: 273 }, size)).toBe(70_000 - 273 * 256);
    expect(widthOf({ level: 1, index: 0 }, size)).toBe(256);
    expect(widthOf({ level: 1, index: 1 }, size)).toBe(17);
    expect(widthOf({ level: 2, index: 0 }, size)).toBe(1);
    expect(widthOf({ level: 3, index: 0 }, size)).toBe(0);
  });

  it('are complete once', () => {
    expect(tilesCompleted(0, 255)).toEqual([]);
    expect(tilesCompleted(255, 513)).toEqual([
      { level: 0, index: 0 },
      { level: 0, index: 1 },
    ]);
    expect(tilesCompleted(256 * 256 - 1, 256 * 256)).toEqual([
      { level: 0, index: 255 },
      { level: 1, index: 0 },
    ]);
    expect(tilesCompleted(size, size)).toEqual([]);
  });
});

describe('paths of tiles', () => {
  // The first is the example of the specification.
  it.each<[string, Parameters<typeof pathOfTile>[0]]>([
    ['tile/0/x001/x234/067', { level: 0, index: 1_234_067, width: 256 }],
    ['tile/1/000.p/5', { level: 1, index: 0, width: 5 }],
    ['tile/63/x001/000', { level: 63, index: 1000, width: 256 }],
    ['tile/entries/999.p/255', { level: 'entries', index: 999, width: 255 }],
  ])('%s', (text, file) => {
    expect(pathOfTile(file)).toBe(text);
    expect(readTilePath(text)).toEqual(file);
  });

  it.each([
    'tile/0/67',
    'tile/0/0067',
    'tile/0/x000/067',
    'tile/0/001/067',
    'tile/00/067',
    'tile/64/067',
    'tile/0/067.p/0',
    'tile/0/067.p/05',
    'tile/0/067.p/256',
    'tile/0/067.p/300',
    'tile/8/entries/067',
    '/tile/0/067',
    'tile/0/067\n',
    'tile/0/x999/x999/x999/x999/x999/999',
    '',
  ])('refuses %j', (text) => {
    expect(readTilePath(text)).toBeUndefined();
  });
});

describe('an entry bundle', () => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 256 }), (entries) => {
        const bundle = encodeEntryBundle(entries);
        expect(decodeEntryBundle(bundle, entries.length)).toEqual(entries.map((entry) => Buffer.from(entry)));
        expect(decodeEntryBundle(bundle, entries.length + 1)).toBeUndefined();
        expect(decodeEntryBundle(Buffer.concat([bundle, Buffer.of(0)]), entries.length)).toBeUndefined();
        if (entries.length > 0)
          expect(decodeEntryBundle(bundle.subarray(0, -1), entries.length)).toBeUndefined();
      }),
    );
  });

  it('holds an entry of 65,535 bytes, and none that is longer', () => {
    const largest = Buffer.alloc(65_535, 1);
    expect(decodeEntryBundle(encodeEntryBundle([largest]), 1)).toEqual([largest]);
    expect(() => encodeEntryBundle([Buffer.alloc(65_536)])).toThrow(RangeError);
  });
});
