import fc from 'fast-check';
import { createFreshReader } from './fresh-reader.js';

describe('createFreshReader', () => {
  it('serves every caller from a load that started after its call, and runs one load at a time', async () => {
    const step = fc.constantFrom('read a', 'read b', 'write', 'load ends', 'turn');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        // A store whose value is a version. A read must see at least the version at the time of its call.
        let version = 0;
        let end: (() => void) | undefined;
        const read = createFreshReader(async (keys) => {
          expect(end).toBeUndefined();
          const seen = version; // a snapshot taken at the start, as a database does
          await new Promise<void>((resolve) => (end = resolve));
          end = undefined;
          return new Map(keys.map((key) => [key, seen]));
        });
        const reads: Promise<{ atLeast: number; seen: number | undefined }>[] = [];
        for (const next of steps) {
          if (next === 'write') version++;
          else if (next === 'load ends') end?.();
          else if (next === 'turn') await new Promise(setImmediate);
          else {
            const atLeast = version;
            reads.push(read(next).then((seen) => ({ atLeast, seen })));
          }
        }
        for (let turn = 0; turn < 5; turn++) {
          await new Promise(setImmediate);
          end?.();
        }
        for (const { atLeast, seen } of await Promise.all(reads))
          expect(seen).toBeGreaterThanOrEqual(atLeast);
      }),
    );
  });

  it('needs two loads for any number of callers that arrive during the first', async () => {
    const batches: (readonly string[])[] = [];
    let release: () => void = () => undefined;
    const read = createFreshReader(async (keys) => {
      batches.push(keys);
      await new Promise<void>((resolve) => (release = resolve));
      return new Map(keys.map((key) => [key, batches.length]));
    });
    const first = [read('a'), read('a'), read('b')];
    await Promise.resolve();
    const second = Array.from({ length: 1_000 }, (_, index) => read(`k${index % 10}`));
    release();
    expect(await Promise.all(first)).toEqual([1, 1, 1]);
    await new Promise(setImmediate);
    release();
    expect(new Set(await Promise.all(second))).toEqual(new Set([2]));
    expect(batches.map((keys) => keys.length)).toEqual([2, 10]);
  });

  it('fails only the callers that waited for the failing load', async () => {
    let calls = 0;
    const read = createFreshReader((keys) =>
      ++calls === 1
        ? Promise.reject(new Error('down'))
        : Promise.resolve(new Map(keys.map((key) => [key, key]))),
    );
    const failing = read('a');
    await expect(failing).rejects.toThrow('down');
    expect(await read('a')).toBe('a');
  });

  it('survives a load that throws before it returns a promise', async () => {
    let calls = 0;
    const read = createFreshReader((keys) => {
      if (++calls === 1) throw new Error('down');
      return Promise.resolve(new Map(keys.map((key) => [key, key])));
    });
    await expect(read('a')).rejects.toThrow('down');
    expect(await read('a')).toBe('a');
  });

  it('reads a missing key as undefined', async () => {
    expect(await createFreshReader(() => Promise.resolve(new Map()))('a')).toBeUndefined();
  });
});
