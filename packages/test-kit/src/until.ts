import { setTimeout as sleep } from 'node:timers/promises';

const firstPauseMs = 20;
const longestPauseMs = 250;
/** How long to wait for what never happens. No test is about this time. */
const mostMs = 120_000;

type Held<T> = Exclude<T, false | undefined | null | 0 | ''>;

/**
 * Calls `ask` until its result is truthy, and resolves to that. An error of `ask` ends it. `what` is for the message
 * when the time is up.
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  withinMs: number = mostMs,
): Promise<Held<T>> {
  const giveUpAt = performance.now() + withinMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(1.5 * pauseMs, longestPauseMs)) {
    const answer = await ask();
    if (answer) return answer as Held<T>;
    if (performance.now() > giveUpAt) throw new Error(`waited ${withinMs} ms without success for ${what}`);
    await sleep(pauseMs);
  }
}

/** Repeats `work` until it does not throw, and resolves to its result. Throws the last error when the time is up. */
export async function untilItSucceeds<T>(work: () => Promise<T>, withinMs: number = mostMs): Promise<T> {
  const giveUpAt = performance.now() + withinMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(1.5 * pauseMs, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await sleep(pauseMs);
    }
  }
}
