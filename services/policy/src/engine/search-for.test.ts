import fc from 'fast-check';
import { searchFor } from './search-for.js';

const letters = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b'), minLength, maxLength });

it('finds what String.includes finds, whatever the repetitions', () => {
  fc.assert(
    fc.property(letters(0, 600), letters(251, 300), fc.nat(300), (around, part, at) => {
      const found = around.slice(0, at) + part + around.slice(at);
      const search = searchFor(part);
      expect(search(found)).toBe(true);
      expect([search(around), search(around + part.slice(1))]).toEqual([
        around.includes(part),
        (around + part.slice(1)).includes(part),
      ]);
    }),
  );
});

it('finds short parts as String.includes does, whatever was searched for before', () => {
  const text = (minLength: number, maxLength: number) =>
    fc.string({ unit: fc.constantFrom('a', 'b', '\u0000', '\uffff', '\u{1f600}'), minLength, maxLength });
  const search = fc.record({ part: text(0, 8), around: text(0, 40), at: fc.nat(40) });
  fc.assert(
    fc.property(fc.array(search, { minLength: 1, maxLength: 5 }), (searches) => {
      for (const { part, around, at } of searches) {
        const contains = searchFor(part);
        expect(contains(around)).toBe(around.includes(part));
        expect(contains(around.slice(0, at) + part + around.slice(at))).toBe(true);
      }
    }),
  );
});

it('finds long parts in highly repetitive text', () => {
  const part = `${'a'.repeat(300)}b${'a'.repeat(299)}`;
  expect(searchFor(part)(`${'a'.repeat(5_000)}${part}`)).toBe(true);
  expect(searchFor(part)('a'.repeat(5_000))).toBe(false);
  expect(searchFor(`${part}c`)(part.repeat(9))).toBe(false);
});

it('looks at no more characters than a small multiple of both lengths', () => {
  let looks = 0;
  const counted = (text: string) => {
    const charCodeAt = (at: number) => {
      looks += 1;
      return text.charCodeAt(at);
    };
    return { length: text.length, charCodeAt } as string;
  };
  // String.includes needs the product of both lengths here: 180 ms.
  const part = `${'a'.repeat(1_000)}b${'a'.repeat(999)}`;
  expect(searchFor(counted(part))(counted('a'.repeat(60_000)))).toBe(false);
  expect(looks).toBeLessThan(5 * 62_000);
});
