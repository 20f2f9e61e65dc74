import fc from 'fast-check';
import { afterLeases, createLeasedReader, leaseMs } from './lease.js';

describe('createLeasedReader', () => {
  it('never answers with what a change that was answered before the question has replaced', async () => {
    const step = fc.oneof(
      fc.constant('read' as const),
      fc.constant('change' as const),
      fc.integer({ min: 1, max: leaseMs }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
        let now = 0;
        let version = 0;
        const replicas = [0, 1].map(() =>
          createLeasedReader(
            () => Promise.resolve(version),
            () => now,
          ),
        );
        for (const [index, next] of steps.entries()) {
          if (typeof next === 'number') now += next;
          else if (next === 'read') await replicas[index % 2]?.('a');
          else {
            version++;
            const change = { answeredAt: now + leaseMs, version };
            for (const replica of replicas) {
              const at = now;
              now = change.answeredAt;
              expect(await replica('a')).toBeGreaterThanOrEqual(change.version);
              now = at;
            }
            now = change.answeredAt;
          }
        }
      }),
    );
  });

  it('reads once while the lease lasts, counted from the start of the read', async () => {
    let now = 0;
    let reads = 0;
    const read = createLeasedReader(
      () => {
        reads++;
        now += 50; // the read itself takes time
        return Promise.resolve(reads);
      },
      () => now,
    );
    expect([await read('a'), await read('a')]).toEqual([1, 1]);
    now = leaseMs - 1;
    expect(await read('a')).toBe(1);
    now = leaseMs;
    expect(await read('a')).toBe(2);
    expect(await read('b')).toBe(3);
  });

  it('keeps no answer of a read that failed', async () => {
    let fails = true;
    const read = createLeasedReader(() => (fails ? Promise.reject(new Error('gone')) : Promise.resolve(1)));
    await expect(read('a')).rejects.toThrow('gone');
    fails = false;
    expect(await read('a')).toBe(1);
  });
});

describe('afterLeases', () => {
  it('answers a change when the leases have run out, and a failure at once', async () => {
    const started = performance.now();
    await expect(afterLeases(() => Promise.reject(new Error('no')))()).rejects.toThrow('no');
    expect(performance.now() - started).toBeLessThan(leaseMs);
    expect(await afterLeases((value: number) => Promise.resolve(value))(7)).toBe(7);
    expect(performance.now() - started).toBeGreaterThan(leaseMs);
  });
});
