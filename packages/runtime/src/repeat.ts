import { setTimeout as sleep } from 'node:timers/promises';

export type Rhythm = {
  /** From the end of one round to the begin of the next, unless the task asks for the next at once. */
  readonly pauseMs: number;
  /** Whether the first round comes before the first pause. */
  readonly atOnce?: boolean;
};

/**
 * Does a task again and again. What it resolves to says whether more is to be done at once. A failure is
 * told, and the next round comes after the pause. The function that is returned begins no new round, and
 * resolves when the one under way has ended.
 */
export function repeat(
  task: () => Promise<unknown>,
  { pauseMs, atOnce = false }: Rhythm,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const stop = new AbortController();
  const pause = () => sleep(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined);
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
