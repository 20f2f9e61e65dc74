import fc from 'fast-check';
import { bytesOfInteger, decodeCanonical, encodeCanonical, integerOf } from './canonical.js';

const fields = fc.array(fc.uint8Array({ maxLength: 8 }), { maxLength: 5 });

describe('the canonical encoding', () => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(fc.string(), fields, (domain, list) => {
        expect(decodeCanonical(domain, encodeCanonical(domain, list))).toEqual(list);
      }),
    );
  });

  it('gives different lists different bytes', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 3 }),
        fields,
        fc.string({ maxLength: 3 }),
        fields,
        (d1, l1, d2, l2) => {
          const same = Buffer.compare(encodeCanonical(d1, l1), encodeCanonical(d2, l2)) === 0;
          expect(same).toBe(d1 === d2 && JSON.stringify(l1.map(String)) === JSON.stringify(l2.map(String)));
        },
      ),
    );
  });

  it('is read only when every byte is where it belongs', () => {
    const good = encodeCanonical('domain', [Uint8Array.of(1, 2), Uint8Array.of()]);
    expect(decodeCanonical('other', good)).toBeUndefined();
    for (let length = 0; length < good.length; length += 1)
      expect(decodeCanonical('domain', good.slice(0, length))).toBeUndefined();
    expect(decodeCanonical('domain', Uint8Array.of(...good, 0))).toBeUndefined();
    const wrongCount = good.slice();
    wrongCount[3] = 3;
    expect(decodeCanonical('domain', wrongCount)).toBeUndefined();
  });

  it('encodes what it accepts to the same bytes again', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const list = decodeCanonical('', bytes);
        if (list) expect(encodeCanonical('', list)).toEqual(bytes);
      }),
      { numRuns: 1000 },
    );
  });

  it('accepts only integers that a number can represent', () => {
    for (const value of [0, 1, 255, 2 ** 32, Number.MAX_SAFE_INTEGER])
      expect(integerOf(bytesOfInteger(value))).toBe(value);
    for (const value of [-1, 1.5, 2 ** 53, Number.NaN])
      expect(() => bytesOfInteger(value)).toThrow(RangeError);
    expect(integerOf(Uint8Array.of(0, 32, 0, 0, 0, 0, 0, 0))).toBeUndefined();
    expect(integerOf(new Uint8Array(7))).toBeUndefined();
  });
});
