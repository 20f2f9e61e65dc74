import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { FairShares, ShareExceeded, type FairSharesOptions, type Release } from './fair-shares.js';

let nowMs = 0;
const sharesOf = (options: Partial<FairSharesOptions> = {}) =>
  new FairShares({
    atOnce: 8,
    alone: 8,
    share: 4,
    unitsPerMs: Infinity,
    mostWaiting: 100,
    // Requests whose turn never comes must not fail during another suite.
    longestWaitMs: 2 ** 31 - 1,
    rememberMs: 1000,
    now: () => nowMs,
    ...options,
  });
const askerOf = (who: string, within = '') => ({ who, within });
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Asks for many turns at once. `begun` collects those that were granted. */
function asking(shares: FairShares, who: string, count: number, units = 1, within = '') {
  const begun: Release[] = [];
  for (let i = 0; i < count; i += 1)
    void shares.enter(askerOf(who, within), units).then((release) => begun.push(release));
  return begun;
}

beforeEach(() => {
  nowMs = 0;
});

it('an asker that is alone has everything, and only a share once there is another', async () => {
  const shares = sharesOf();
  const crowd = asking(shares, 'a', 20);
  await settled();
  expect(crowd).toHaveLength(8);
  const other = asking(shares, 'b', 1);
  await settled();
  expect(other).toHaveLength(0);
  crowd.splice(0).forEach((release) => {
    release();
  });
  await settled();
  expect([crowd.length, other.length]).toEqual([4, 1]);
  // While the other is remembered, its room stays free, so that it need not wait at all.
  other[0]?.();
  nowMs += 500;
  crowd.splice(0, 2).forEach((release) => {
    release();
  });
  await settled();
  expect(crowd).toHaveLength(4);
  expect(shares.running).toBe(4);
});

it('a large request waits for room, and small ones of others do not pass it forever', async () => {
  const shares = sharesOf({ atOnce: 4, alone: 4, share: 4 });
  const small = asking(shares, 'small', 50);
  await settled();
  const large = asking(shares, 'large', 1, 1000);
  for (let turn = 0; turn < 12 && large.length === 0; turn += 1) {
    small.shift()?.();
    await settled();
  }
  expect(large).toHaveLength(1);
});

it('the users within one asker take turns', async () => {
  const shares = sharesOf({ atOnce: 1, alone: 1, share: 1 });
  const crowd = asking(shares, 'a', 50, 1, 'loud');
  await settled();
  const quiet = asking(shares, 'a', 1, 1, 'quiet');
  for (let turn = 0; turn < 2; turn += 1) {
    crowd[turn]?.();
    await settled();
  }
  expect(quiet).toHaveLength(1);
});

it('only an asker with too many waiting requests, or one that waits too long, is refused', async () => {
  const shares = sharesOf({ atOnce: 1, alone: 1, share: 1, mostWaiting: 2, longestWaitMs: 30 });
  const held = await shares.enter(askerOf('a'), 1);
  const waiting = [shares.enter(askerOf('a'), 1), shares.enter(askerOf('a'), 1)];
  const tooLate = waiting.map((each) =>
    expect(each).rejects.toThrow(new ShareExceeded('the turn did not come in time')),
  );
  await expect(shares.enter(askerOf('a'), 1)).rejects.toThrow(ShareExceeded);
  await Promise.all(tooLate);
  const other = shares.enter(askerOf('b'), 1);
  held();
  (await other)();
  expect(shares.running).toBe(0);
});

it('next to others, large work is followed by a pause of its size, which delays nobody else', async () => {
  const shares = sharesOf({ unitsPerMs: 10, now: () => performance.now() });
  const startedAt = performance.now();
  (await shares.enter(askerOf('b'), 1))();
  for (let i = 0; i < 4; i += 1) (await shares.enter(askerOf('a'), 301))();
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(89);
  const waiting = shares.enter(askerOf('a'), 301);
  const askedAt = performance.now();
  for (let i = 0; i < 4; i += 1) (await shares.enter(askerOf('b'), 1))();
  expect(performance.now() - askedAt).toBeLessThan(25);
  (await waiting)();
});

it('a request that waits only for the end of a pause begins then', async () => {
  const shares = sharesOf({ unitsPerMs: 100, now: () => performance.now() });
  (await shares.enter(askerOf('b'), 1))();
  const startedAt = performance.now();
  for (let i = 0; i < 40; i += 1) (await shares.enter(askerOf('a'), 150.3 + i))();
  expect(performance.now() - startedAt).toBeLessThan(3000);
});

it.each([0.2, 0.3, 0.5, 0.7, 1, 2])(
  'no end of a pause is missed, wherever it falls, on a clock that advances by %d ms per look',
  async (step) => {
    const shares = sharesOf({ unitsPerMs: 100, now: () => (nowMs += step) });
    (await shares.enter(askerOf('b'), 1))();
    for (let i = 0; i < 60; i += 1) {
      const turn = shares.enter(askerOf('a'), 100 + 7 * i);
      (await Promise.race([turn, new Promise<never>((_, reject) => setTimeout(reject, 2_000, 'missed'))]))();
    }
    expect(shares.running).toBe(0);
  },
);

it('runs work once, returns its turn however it ends, and ignores a second return', async () => {
  const shares = sharesOf();
  await expect(shares.run(askerOf('a'), 3, () => Promise.resolve(7))).resolves.toBe(7);
  await expect(shares.run(askerOf('a'), 3, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const release = await shares.enter(askerOf('a'), 2);
  release();
  release();
  expect(shares.running).toBe(0);
});

it('obeys all limits and gives everybody a turn, in any order of coming and going', async () => {
  const step = fc.record({
    who: fc.constantFrom('a', 'b', 'c'),
    within: fc.constantFrom('x', 'y'),
    units: fc.integer({ min: 0, max: 40 }),
    ends: fc.integer({ min: 0, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const shares = sharesOf({ rememberMs: 1e9 });
      ['a', 'b', 'c'].forEach(
        (who) =>
          void shares.enter(askerOf(who), 1).then((release) => {
            release();
          }),
      );
      await settled();
      const running = new Map<string, number>();
      const begun: Release[] = [];
      let come = 0;
      for (const { who, within, units, ends } of steps) {
        const own = Math.min(Math.max(1, units), 4);
        void shares.enter(askerOf(who, within), units).then((release) => {
          come += 1;
          running.set(who, (running.get(who) ?? 0) + own);
          begun.push(() => {
            running.set(who, (running.get(who) ?? 0) - own);
            release();
          });
        });
        begun.splice(0, ends).forEach((release) => {
          release();
        });
        await settled();
        for (const units of running.values()) expect(units).toBeLessThanOrEqual(4);
        expect(shares.running).toBeLessThanOrEqual(8);
      }
      for (let round = 0; round < steps.length + 1; round += 1) {
        begun.splice(0).forEach((release) => {
          release();
        });
        await settled();
      }
      expect(come).toBe(steps.length);
      expect(shares.running).toBe(0);
    }),
    { numRuns: 100 },
  );
});

it('what waits begins after the pause of work that was charged, without anybody else who asks', async () => {
  const shares = sharesOf({ share: 1, unitsPerMs: 1, now: () => performance.now() });
  (await shares.enter(askerOf('b'), 1))();
  const release = await shares.enter(askerOf('a'), 1);
  const next = shares.enter(askerOf('a'), 1).then(() => 'began');
  const chargedAt = performance.now();
  shares.charge('a', 20);
  release();
  expect(await Promise.race([next, sleep(5000, 'still waits', { ref: false })])).toBe('began');
  expect(performance.now() - chargedAt).toBeGreaterThanOrEqual(20);
});
