import { setTimeout as sleep } from 'node:timers/promises';
import type { CpuMeter } from './rounds.js';

/** CPU without requests, by process, as a share of a core, and all of them together. */
export type IdleWindow = { readonly all: number; readonly byProcess: Readonly<Record<string, number>> };

/** Measures for `seconds`, `windows` times. Rejects once `signal` aborts. */
export async function measureIdle(
  meters: readonly CpuMeter[],
  windows: number,
  seconds: number,
  signal: AbortSignal,
): Promise<readonly IdleWindow[]> {
  const done: IdleWindow[] = [];
  for (let window = 0; window < windows; window += 1) {
    const [startedAt, before] = [performance.now(), meters.map(({ read }) => read() ?? 0)];
    await sleep(seconds * 1000, undefined, { signal });
    const elapsedMs = performance.now() - startedAt;
    const shares = meters.map(({ name, read }, index) => {
      const used = (read() ?? 0) - (before[index] ?? 0);
      return [name, used / elapsedMs] as const;
    });
    done.push({
      all: shares.reduce((sum, [, share]) => sum + share, 0),
      byProcess: Object.fromEntries(shares),
    });
  }
  return done;
}
