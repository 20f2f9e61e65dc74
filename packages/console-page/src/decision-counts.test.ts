import { barsOf, countsBy } from './decision-counts.ts';

const at = (seconds: number, outcome: string) => ({
  time: new Date(seconds * 1000).toISOString(),
  outcome,
  reason: 'rule',
});

it('counts decisions by step and outcome, and leaves out what is older', () => {
  const decisions = [
    at(99, 'deny'),
    at(100, 'allow'),
    at(109, 'allow'),
    at(110, 'deny'),
    at(125, 'require_mfa'),
  ];
  const bars = barsOf(decisions, { since: 100, step: 10, steps: 3 }, (time) => String(time.getTime() / 1000));
  expect(bars).toEqual([
    { label: '100', parts: [2, 0, 0, 0] },
    { label: '110', parts: [0, 0, 0, 1] },
    { label: '120', parts: [0, 1, 0, 0] },
  ]);
});

it('has the most frequent first', () => {
  expect(countsBy(['a', 'b', 'b'], (one) => one)).toEqual([
    { name: 'b', count: 2 },
    { name: 'a', count: 1 },
  ]);
});
