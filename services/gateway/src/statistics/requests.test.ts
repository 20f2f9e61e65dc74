import fc from 'fast-check';
import { groupOf, namesOf, outcomeOf, requestsIn, type Group } from './requests.js';

const none = { succeeded: 0, mfa_required: 0, approval_required: 0, denied: 0, refused: 0, failed: 0 };

function countsOf(group: Group, durations: readonly number[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const ms of durations)
    for (const name of namesOf(group, 'succeeded', ms)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

it.each([
  [200, undefined, 'succeeded'],
  [204, undefined, 'succeeded'],
  [401, 'auth.mfa-required', 'mfa_required'],
  [403, 'policy.approval-required', 'approval_required'],
  [403, 'policy.denied', 'denied'],
  [403, 'policy.raw-hash-refused', 'denied'],
  [401, 'auth.token-expired', 'refused'],
  [429, 'request.rate-limited', 'refused'],
  [500, 'internal', 'failed'],
  [503, 'service.unavailable', 'failed'],
])('an answer with %d and %s has %s', (status, code, outcome) => {
  expect(outcomeOf(status, code)).toBe(outcome);
});

it.each([
  ['/v2/wallet/sign/message', 'signatures'],
  ['/v2/api/wallet/sign_transaction', 'signatures'],
  ['/v2/wallet', 'others'],
  ['/v1/signature_request/:id', 'others'],
  ['/v1/policy', 'others'],
])('%s counts among the %s', (path, group) => {
  expect(groupOf(path)).toBe(group);
});

it('counts the groups apart, and without requests there is no latency', () => {
  const counts = countsOf('signatures', [1]);
  expect(requestsIn(counts, 'signatures')).toMatchObject({ ...none, succeeded: 1 });
  expect(requestsIn(counts, 'others')).toEqual({ ...none, latency_ms: null });
});

it('estimates quantiles within the class that the exact one is in', () => {
  const bounds = [0, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 15_000];
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 15_000, noNaN: true }), { minLength: 1 }), (durations) => {
      const { latency_ms: latency } = requestsIn(countsOf('signatures', durations), 'signatures');
      const sorted = durations.toSorted((one, other) => one - other);
      for (const [share, estimated] of [
        [0.5, latency?.p50],
        [0.95, latency?.p95],
        [0.99, latency?.p99],
      ] as const) {
        const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
        const upTo = bounds.find((bound, index) => index > 0 && exact <= bound) ?? 0;
        const from = bounds[bounds.indexOf(upTo) - 1] ?? 0;
        expect(estimated).toBeGreaterThanOrEqual(from);
        expect(estimated).toBeLessThanOrEqual(upTo);
      }
    }),
  );
});

it('counts what took longer than every bound in the last class', () => {
  expect(requestsIn(countsOf('others', [60_000]), 'others').latency_ms?.p99).toBeGreaterThan(5_000);
});
