/** Work that is looked for often while there may be some, and seldom while there is none. */
export type Resting<Found> = {
  /** Looks, unless it rests. */
  readonly look: () => Promise<Found | undefined>;
  /** There may be work now. */
  readonly wake: () => void;
};

/**
 * `look` finds out whether there is work, and does it. When it finds nothing, it rests for `restMs`, or until it is
 * woken.
 */
export function createResting<Found>(
  look: () => Promise<Found | undefined>,
  restMs: number,
  now: () => number = () => performance.now(),
): Resting<Found> {
  let restsUntil = -Infinity;
  const wake = (): void => {
    restsUntil = -Infinity;
  };
  return {
    async look() {
      if (now() < restsUntil) return undefined;
      // Before it looks, so that whoever wakes it meanwhile is heard.
      restsUntil = now() + restMs;
      const found = await look().catch((error: unknown) => {
        wake();
        throw error;
      });
      if (found !== undefined) wake();
      return found;
    },
    wake,
  };
}
