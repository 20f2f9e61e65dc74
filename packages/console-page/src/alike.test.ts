import fc from 'fast-check';
import { alike, isAlike } from './alike.ts';

it('takes values for alike that differ in the order of members, and no others', () => {
  expect(isAlike({ a: [1, { b: 2, c: 3 }], d: null }, { d: null, a: [1, { c: 3, b: 2 }] })).toBe(true);
  expect(isAlike([1, 2], [2, 1])).toBe(false);
  expect(isAlike({ a: 1 }, { a: 1, b: 1 })).toBe(false);
  expect(isAlike({ a: {} }, { a: [] })).toBe(false);
});

it('changes no value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      expect(alike([one, other])).toEqual([one, other]);
    }),
  );
});
