import fc from 'fast-check';
import { hexOf } from '@wallet-service/test-kit/hex';
import { decodeCbor, encodeCbor, MalformedCbor, type Cbor } from './cbor.js';

const unhex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'));

describe('CBOR', () => {
  // The examples of RFC 8949, appendix A, that this decoder supports.
  it.each<[Cbor, string]>([
    [0, '00'],
    [23, '17'],
    [24, '1818'],
    [100, '1864'],
    [1000, '1903e8'],
    [1_000_000, '1a000f4240'],
    [1_000_000_000_000, '1b000000e8d4a51000'],
    [false, 'f4'],
    [true, 'f5'],
    [null, 'f6'],
    [new Uint8Array(0), '40'],
    [unhex('01020304'), '4401020304'],
    ['', '60'],
    ['IETF', '6449455446'],
    ['ü', '62c3bc'],
    [[], '80'],
    [[1, [2, 3], [4, 5]], '8301820203820405'],
    [new Map(), 'a0'],
    [
      new Map<number, Cbor>([
        [1, 2],
        [3, 4],
      ]),
      'a201020304',
    ],
    [
      new Map<string, Cbor>([
        ['a', 1],
        ['b', [2, 3]],
      ]),
      'a26161016162820203',
    ],
  ])('%j encodes as %s, and decodes back', (value, bytes) => {
    expect(hexOf(encodeCbor(value))).toBe(bytes);
    expect(decodeCbor(unhex(bytes))).toEqual(value);
  });

  it('reads negative integers, which COSE uses', () => {
    expect(decodeCbor(unhex('3822'))).toBe(-35);
  });

  const { value } = fc.letrec<{ value: Cbor }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.maxSafeNat(),
      fc.string({ unit: 'grapheme' }),
      fc.boolean(),
      fc.constant(null),
      fc.uint8Array({ maxLength: 300 }),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(fc.string(), tie('value')), { maxLength: 4 }).map((pairs) => new Map(pairs)),
    ),
  }));

  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(value, (written) => {
        expect(decodeCbor(encodeCbor(written))).toEqual(written);
      }),
    );
  });

  it('returns an item or throws MalformedCbor for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          decodeCbor(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedCbor);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['a truncated string', '4401'],
    ['bytes after the item', '0000'],
    ['an integer above 2^53 - 1', '1b0020000000000000'],
    ['an indefinite length', '5f42010243030405ff'],
    ['a tag', 'c000'],
    ['a float', 'f93c00'],
    ['an array with more items than bytes', '9affffffff'],
    ['a map with more items than bytes', 'baffffffff'],
    ['a map with a duplicate key', 'a201020103'],
    ['a map with an array for a key', 'a18000'],
    ['text that is not UTF-8', '61ff'],
    ['nine nested arrays', '81818181818181818100'],
  ])('refuses %s', (_title, bytes) => {
    expect(() => decodeCbor(unhex(bytes))).toThrow(MalformedCbor);
  });

  it.each([-1, 0.5, 2 ** 53, Number.NaN])('refuses to write %d', (number) => {
    expect(() => encodeCbor(number)).toThrow(RangeError);
  });
});
