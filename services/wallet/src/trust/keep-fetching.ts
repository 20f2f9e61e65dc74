import { setTimeout as sleep } from 'node:timers/promises';

const pauseMs = 500;

/** Fetches, pauses, and so on. Resolves the returned function once the fetch under way has ended. */
export function keepFetching(
  fetchNewer: () => Promise<void>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const stop = new AbortController();
  // Not cached as a value of the loop's condition: it changes while the loop waits.
  const isStopped = (): boolean => stop.signal.aborted;
  const loop = (async () => {
    while (!isStopped()) {
      await sleep(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined);
      if (isStopped()) return;
      await fetchNewer().catch(onError);
    }
  })();
  return () => {
    stop.abort();
    return loop;
  };
}
