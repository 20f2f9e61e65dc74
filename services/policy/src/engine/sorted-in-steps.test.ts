import fc from 'fast-check';
import { sortedInSteps } from './sorted-in-steps.js';

function sorted(items: Iterable<bigint>): { result: bigint[]; steps: number } {
  const steps = sortedInSteps(items);
  for (let count = 0; ; count += 1) {
    const { done, value } = steps.next();
    if (done) return { result: value, steps: count };
  }
}

it('sorts as Array.prototype.sort does', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(-5000n, 5000n), { maxLength: 9000 }), (items) => {
      expect(sorted(items).result).toEqual([...items].sort((a, b) => Number(a - b)));
    }),
    { numRuns: 30 },
  );
});

it('takes about one step per thousand items', () => {
  const items = Array.from({ length: 40_000 }, (_, i) => BigInt((i * 7919) % 40_000));
  expect(sorted(items).steps).toBeGreaterThan(200);
});
