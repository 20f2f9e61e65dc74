import { setTimeout as sleep } from 'node:timers/promises';

const firstPauseMs = 20;
const longestPauseMs = 250;
/** For what never comes. No test is about this time. */
const mostMs = 45_000;

type Held<T> = Exclude<T, false | undefined | null | 0 | ''>;

/**
 * Asks again until the answer is a truthy one, and resolves to it. What `ask` throws ends it. `what`: for the
 * Error when it never comes.
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

/**
 * Tries again until `work` throws no more, and resolves to what it gives. Throws what it threw last when it never does.
 */
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
