import fc from 'fast-check';
import { addressesWithin } from './addresses-within.js';

const seed = Number(process.env['ADDRESSES_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
// Addresses of two bytes, so that many parts are equal.
const bytes = (length: object) =>
  fc.array(fc.constantFrom(0, 255), length).map((all) => Uint8Array.from(all));

it(`finds the addresses that lie within one of the parts, and no others (seed ${seed})`, () => {
  const place = fc.record({ part: fc.nat(), start: fc.nat() });
  fc.assert(
    fc.property(
      fc.array(bytes({ maxLength: 60 }), { maxLength: 5 }),
      bytes({ minLength: 20, maxLength: 20 }),
      place,
      (parts, random, { part, start }) => {
        const isWithin = addressesWithin(parts);
        const joined = Buffer.concat(parts);
        // Across two parts, or within one.
        const across = joined.subarray(start % (joined.length + 1)).subarray(0, 20);
        const from = Buffer.from(parts[part % (parts.length || 1)] ?? []);
        const own = from.subarray(start % (from.length + 1)).subarray(0, 20);
        for (const address of [random, across, own].filter(({ length }) => length === 20))
          expect(isWithin(address)).toBe(
            parts.some((each) => Buffer.from(each).includes(Buffer.from(address))),
          );
      },
    ),
    { numRuns: 2000, seed },
  );
});

it('finds nothing when there are no parts or no addresses', () => {
  expect(addressesWithin([])(new Uint8Array(20))).toBe(false);
  expect(addressesWithin([new Uint8Array(19)])(new Uint8Array(20))).toBe(false);
});
