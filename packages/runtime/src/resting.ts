/** Work that is looked for often while there may be some, and seldom while there is none. */
export type Resting<Found> = {
  /** Looks, unless it rests. */
  readonly look: () => Promise<Found | undefined>;
  /** There may be work now. */
  readonly wake: () => void;
};

/**
 * `look` finds out whether there is work, and does it. A number: there is none, and it rests for so many milliseconds,
 * or until it is woken.
 */
export function createResting<Found extends object>(
  look: () => Promise<Found | number>,
  now: () => number = () => performance.now(),
): Resting<Found> {
  let restsUntil = 0;
  let wakes = 0;
  return {
    async look() {
      if (now() < restsUntil) return undefined;
      const before = wakes;
      const found = await look();
      if (typeof found !== 'number') return found;
      // Not if somebody woke it while it looked.
      if (wakes === before) restsUntil = now() + found;
      return undefined;
    },
    wake() {
      wakes += 1;
      restsUntil = 0;
    },
  };
}
