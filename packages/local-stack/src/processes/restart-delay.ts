const firstDelayMs = 250;
const longestDelayMs = 10_000;

/** A process that stayed up this long starts over with the shortest delay when it crashes. */
export const stableAfterMs = 30_000;

/** How long to wait before the next start after `crashes` crashes in a row (1 or more), in milliseconds. */
export function restartDelayMs(crashes: number): number {
  return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(crashes - 1, 16));
}
