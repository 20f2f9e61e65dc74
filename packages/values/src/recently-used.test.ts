import { RecentlyUsed } from './recently-used.js';

it('forgets the entry that was longest unused, and no other', () => {
  const entries = new RecentlyUsed<string, number>(2);
  entries.set('a', 1);
  entries.set('b', 2);
  entries.get('a');
  entries.set('c', 3);
  expect([entries.get('a'), entries.get('b'), entries.get('c')]).toEqual([1, undefined, 3]);
});

it('replaces an entry without forgetting another', () => {
  const entries = new RecentlyUsed<string, number>(2);
  entries.set('a', 1);
  entries.set('b', 2);
  entries.set('a', 3);
  expect([entries.get('a'), entries.get('b')]).toEqual([3, 2]);
});

it('forgets what is deleted', () => {
  const entries = new RecentlyUsed<string, number>(2);
  entries.set('a', 1);
  entries.delete('a');
  expect(entries.get('a')).toBeUndefined();
});
