import { createQueryValues } from './query-values.js';

it('numbers the values in the order in which they come', () => {
  const { values, bound } = createQueryValues('app');
  expect(bound('a = ?', 1)).toBe('a = $2');
  expect(bound('(b, c) < (?::int, ?)', 2, 3)).toBe('(b, c) < ($3::int, $4)');
  expect(bound('d is null')).toBe('d is null');
  expect(values).toEqual(['app', 1, 2, 3]);
});
