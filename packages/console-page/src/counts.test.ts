import { countsBy, errorShares, totalOf } from './counts.ts';

const none = {
  ...{ succeeded: 0, mfa_required: 0, approval_required: 0, denied: 0, refused: 0, failed: 0 },
  latency_ms: null,
};

it('adds up requests, all or some', () => {
  const requests = [
    { ...none, succeeded: 3, failed: 1 },
    { ...none, succeeded: 2, denied: 4 },
  ];
  expect(totalOf(requests)).toBe(10);
  expect(totalOf(requests, ['succeeded', 'denied'])).toBe(9);
});

it('has the share of errors in all requests, and none without requests', () => {
  const signatures = { ...none, succeeded: 5, refused: 1, denied: 2 };
  const others = { ...none, failed: 1 };
  expect(errorShares({ time: 0, signatures, others })).toEqual([11.1, 11.1]);
  expect(errorShares({ time: 0, signatures: none, others: none })).toEqual([null, null]);
});

it('has the most frequent first', () => {
  expect(countsBy(['a', 'b', 'b'], (one) => one)).toEqual([
    { name: 'b', count: 2 },
    { name: 'a', count: 1 },
  ]);
});
