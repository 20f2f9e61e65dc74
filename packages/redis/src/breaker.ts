/** How long a server that did not answer is asked by one call only. */
const pauseMs = 1_000;

/**
 * Keeps callers from waiting, one after another, for a server that does not answer: after a failure one call
 * a second may find out whether it answers again, and the others need not try. `now` in milliseconds, never
 * going back.
 */
export function createBreaker(now: () => number) {
  let failing = false;
  let nextTryAt = 0;
  return {
    /** `connected`: whether there is a connection at all. Whoever sees it come back says so with `answered`. */
    mayAsk(connected: boolean): boolean {
      if (!failing) return true;
      if (!connected || now() < nextTryAt) return false;
      nextTryAt = now() + pauseMs;
      return true;
    },
    answered(): void {
      failing = false;
    },
    failed(): void {
      failing = true;
      nextTryAt = now() + pauseMs;
    },
  };
}
