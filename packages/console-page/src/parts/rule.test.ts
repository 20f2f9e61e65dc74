import { sentenceOf, shown } from './rule.tsx';

it.each([
  ['text', 'text'],
  [12, '12'],
  [['a', 'b'], 'a, b'],
  [['a', 'b', 'c', 'd', 'e', 'f', 'g'], 'a, b, c, d, e and 2 more'],
  [{ a: 1 }, '{"a":1}'],
])('shows %j as %s', (value, text) => {
  expect(shown(value)).toBe(text);
});

it('says what no rule decided', () => {
  expect(sentenceOf({ outcome: 'deny', reason: 'default_action' })).toContain('No rule allows it');
  expect(sentenceOf({ outcome: 'allow', reason: 'default_action' })).toBe('No rule denies it.');
  expect(sentenceOf({ outcome: 'deny', reason: 'something-new' })).toBe('something-new');
});
