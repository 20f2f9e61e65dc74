import { setTimeout as sleep } from 'node:timers/promises';

export type Rhythm = {
  /**
   * The time from the end of one round to the start of the next, unless the task wants the next at once. A function is
   * asked before each pause, so that a process without work can look less often.
   */
  readonly pauseMs: number | (() => number);
  /** Whether the first round comes before the first pause. */
  readonly atOnce?: boolean;
};

/** The periodic work of a process. `stop` takes nothing new, and resolves when what is in progress has ended. */
export type BackgroundWork = { readonly stop: () => Promise<void> };

/**
 * Runs a task periodically. It resolves to whether there is more to do at once. A failure is reported, and
 * the next round comes after the pause. The returned function starts no new round, and resolves when the
 * current one has ended.
 */
export function repeat(
  task: () => Promise<unknown>,
  { pauseMs, atOnce = false }: Rhythm,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const stop = new AbortController();
  const pause = () =>
    sleep(typeof pauseMs === 'number' ? pauseMs : pauseMs(), undefined, { signal: stop.signal }).catch(
      () => undefined,
    );
  const loop = (async () => {
    if (!atOnce) await pause();
    while (!stop.signal.aborted) {
      const more = await task().catch(onError);
      if (more !== true) await pause();
    }
  })();
  return () => {
    stop.abort();
    return loop;
  };
}
