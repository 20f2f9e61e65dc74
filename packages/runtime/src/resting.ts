import { repeat, type Rhythm } from './repeat.js';

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
    begin({ pauseMs, atOnce }, onError) {
      let restedMs = 0;
      const task = async (): Promise<boolean> => {
        [isAwake, restedMs] = [false, 0];
        const found = await look();
        if (typeof found !== 'number') return found;
        const since = performance.now();
        await rest(found);
        restedMs = performance.now() - since;
        return false;
      };
      // A rest counts as a part of the pause.
      const leftMs = (): number =>
        Math.max(0, (typeof pauseMs === 'number' ? pauseMs : pauseMs()) - restedMs);
      const stop = repeat(task, { pauseMs: leftMs, ...(atOnce !== undefined && { atOnce }) }, onError);
      return () => {
        const stopped = stop();
        wake();
        return stopped;
      };
    },
  };
}
