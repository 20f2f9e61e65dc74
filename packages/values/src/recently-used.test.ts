import fc from 'fast-check';
import { RecentlyUsed } from './recently-used.js';

it('drops the least recently used entry, and no other', () => {
  const entries = new RecentlyUsed<string, number>('test', 2);
  entries.set('a', 1);
  entries.set('b', 2);
  entries.get('a');
  entries.set('c', 3);
  expect([entries.get('a'), entries.get('b'), entries.get('c')]).toEqual([1, undefined, 3]);
});

it('replaces an entry without dropping another', () => {
  const entries = new RecentlyUsed<string, number>('test', 2);
  entries.set('a', 1);
  entries.set('b', 2);
  entries.set('a', 3);
  expect([entries.get('a'), entries.get('b')]).toEqual([3, 2]);
});

it('forgets deleted entries', () => {
  const entries = new RecentlyUsed<string, number>('test', 2);
  entries.set('a', 1);
  entries.delete('a');
  entries.delete('a');
  expect([entries.get('a'), entries.size]).toEqual([undefined, 0]);
});

it('keeps the same entries as a plain list of all uses, by number and by weight', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const kind = fc.constantFrom('set' as const, 'get' as const, 'delete' as const);
  const step = fc.record({ kind, key, weight: fc.nat({ max: 6 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, byWeight) => {
      const limit = byWeight ? 10 : 3;
      const weightOf = (value: { readonly weight: number }) => (byWeight ? value.weight : 1);
      const entries = new RecentlyUsed<string, { readonly weight: number }>('test', limit, weightOf);
      // The most recently used entry is last.
      let expected: { key: string; value: { readonly weight: number } }[] = [];
      for (const each of steps) {
        const found = expected.find((one) => one.key === each.key);
        expected = expected.filter((one) => one !== found);
        if (each.kind === 'get') {
          expect(entries.get(each.key)).toBe(found?.value);
          if (found) expected.push(found);
        } else if (each.kind === 'delete') entries.delete(each.key);
        else {
          const value = { weight: each.weight };
          entries.set(each.key, value);
          expected.push({ key: each.key, value });
          while (expected.reduce((sum, one) => sum + weightOf(one.value), 0) > limit) expected.shift();
        }
        expect(entries.size).toBe(expected.length);
      }
      for (const { key: kept, value } of expected) expect(entries.get(kept)).toBe(value);
    }),
  );
});
