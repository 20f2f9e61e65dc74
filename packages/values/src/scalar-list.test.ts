import fc from 'fast-check';
import { scalarListOf, scalarsOf } from './scalar-list.js';

const scalar = fc.oneof(fc.string(), fc.double(), fc.boolean());

it('gives back what it was made of, in order', () => {
  fc.assert(
    fc.property(fc.array(scalar), (values) => {
      expect(scalarsOf(scalarListOf(values))).toEqual(values);
    }),
  );
});

it.each([
  ['more letters than values', { texts: ['a'], numbers: [], flags: [], order: 'tt' }, ['a', null]],
  ['an unknown letter', { texts: ['a'], numbers: [], flags: [], order: 'xt' }, [null, 'a']],
])('has null for %s', (_, list, values) => {
  expect(scalarsOf(list)).toEqual(values);
});
