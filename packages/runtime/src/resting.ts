import { setTimeout as sleep } from 'node:timers/promises';
import type { Rhythm } from './repeat.js';

/** Work that is looked for often while there may be some, and seldom while there is none. */
export type Resting = {
  /** There may be work now. */
  readonly wake: () => void;
  /**
   * Looks again and again, as `repeat` does. From one look to the next is a pause, or a longer rest that ends at once
   * when somebody wakes it. No timer runs within a rest. A failure is reported, and brings no rest.
   */
  readonly begin: (rhythm: Rhythm, onError: (error: unknown) => void) => () => Promise<void>;
};

/**
 * `look` finds out whether there is work, and does it. True: there is more to do at once. A number: there is none, and
 * it rests for so many milliseconds, or until it is woken.
 */
export function createResting(look: () => Promise<boolean | number>): Resting {
  let isAwake = true;
  let endRest = (): void => undefined;

  const wake = (): void => {
    isAwake = true;
    endRest();
  };

  async function rest(ms: number): Promise<void> {
    // Somebody woke it while it looked.
    if (isAwake) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    wake,
    begin({ pauseMs, atOnce = false }, onError) {
      const stop = new AbortController();
      const pause = async (passedMs: number): Promise<void> => {
        const ms = (typeof pauseMs === 'number' ? pauseMs : pauseMs()) - passedMs;
        if (ms > 0) await sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);
      };
      const loop = (async () => {
        if (!atOnce) await pause(0);
        while (!stop.signal.aborted) {
          isAwake = false;
          const found = await look().catch(onError);
          if (found === true) continue;
          const since = performance.now();
          if (typeof found === 'number') await rest(found);
          await pause(performance.now() - since);
        }
      })();
      return () => {
        stop.abort();
        wake();
        return loop;
      };
    },
  };
}
