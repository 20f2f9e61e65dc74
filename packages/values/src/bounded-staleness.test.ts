import fc from 'fast-check';
import { afterStaleReadsExpire, createStalenessBoundedReader, maxStalenessMs } from './bounded-staleness.js';
import { RecentlyUsed } from './recently-used.js';

/** Reads by key. An answer may be used for the staleness bound. */
function readerOf<Value>(read: () => Promise<Value>, now: () => number) {
  const reader = createStalenessBoundedReader<Value>(new RecentlyUsed('test', 10), now);
  return (key: string) => reader.get(key, async () => ({ value: await read(), maxStalenessMs }));
}

describe('createStalenessBoundedReader', () => {
  it('never answers with a value whose replacement was acknowledged before the question', async () => {
    const step = fc.oneof(
      fc.constant('read' as const),
      fc.constant('change' as const),
      fc.integer({ min: 1, max: maxStalenessMs }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
        let now = 0;
        let version = 0;
        const replicas = [0, 1].map(() =>
          readerOf(
            () => Promise.resolve(version),
            () => now,
          ),
        );
        for (const [index, next] of steps.entries()) {
          if (typeof next === 'number') now += next;
          else if (next === 'read') await replicas[index % 2]?.('a');
          else {
            version++;
            const change = { answeredAt: now + maxStalenessMs, version };
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

  it('reads once while the answer may be used, counted from the start of the read', async () => {
    let now = 0;
    let reads = 0;
    const read = readerOf(
      () => {
        reads++;
        now += 50; // the read itself takes time
        return Promise.resolve(reads);
      },
      () => now,
    );
    expect([await read('a'), await read('a')]).toEqual([1, 1]);
    now = maxStalenessMs - 1;
    expect(await read('a')).toBe(1);
    now = maxStalenessMs;
    expect(await read('a')).toBe(2);
    expect(await read('b')).toBe(3);
  });

  it('does not keep the answer of a failed read', async () => {
    let fails = true;
    const read = readerOf(
      () => (fails ? Promise.reject(new Error('gone')) : Promise.resolve(1)),
      () => 0,
    );
    await expect(read('a')).rejects.toThrow('gone');
    fails = false;
    expect(await read('a')).toBe(1);
  });

  it('uses each answer for as long as that answer says, and none that must be forgotten', async () => {
    let now = 0;
    const reader = createStalenessBoundedReader<string>(new RecentlyUsed('test', 10), () => now);
    const read = (value: string, forMs: number) =>
      reader.get('a', () => Promise.resolve({ value, maxStalenessMs: forMs }));
    expect([await read('first', 0), await read('second', 10)]).toEqual(['first', 'second']);
    now = 9;
    expect(await read('third', 10)).toBe('second');
    reader.forget('a');
    expect(await read('fourth', 10)).toBe('fourth');
  });
});

describe('afterStaleReadsExpire', () => {
  it('acknowledges a change when every older read has expired, and a failure at once', async () => {
    const started = performance.now();
    await expect(afterStaleReadsExpire(() => Promise.reject(new Error('no')))()).rejects.toThrow('no');
    expect(performance.now() - started).toBeLessThan(maxStalenessMs);
    expect(await afterStaleReadsExpire((value: number) => Promise.resolve(value))(7)).toBe(7);
    expect(performance.now() - started).toBeGreaterThan(maxStalenessMs);
  });
});
