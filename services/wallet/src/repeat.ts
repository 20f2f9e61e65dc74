import { setTimeout as sleep } from 'node:timers/promises';

/** Runs a task, pauses, and so on. Resolves the returned function once the task under way has ended. */
export function repeat(
  task: () => Promise<void>,
  pauseMs: number,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const stop = new AbortController();
  // Not cached as a value of the loop's condition: it changes while the loop waits.
  const isStopped = (): boolean => stop.signal.aborted;
  const loop = (async () => {
    while (!isStopped()) {
      await sleep(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined);
      if (isStopped()) return;
      await task().catch(onError);
    }
  })();
  return () => {
    stop.abort();
    return loop;
  };
}
