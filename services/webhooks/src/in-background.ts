import { setTimeout as sleep } from 'node:timers/promises';

export type BackgroundWork = {
  /** Begins no new round and waits for the one under way. */
  readonly stop: () => Promise<void>;
};

/** Does `work` again and again, `everyMs` after it ended, or at once when it resolves to true. A failure is told and changes nothing else. */
export function inBackground(
  work: () => Promise<boolean>,
  everyMs: number,
  onError: (error: unknown) => void,
): BackgroundWork {
  const stopped = new AbortController();
  const running = (async () => {
    while (!stopped.signal.aborted) {
      const goOn = await work().catch((error: unknown) => {
        onError(error);
        return false;
      });
      if (!goOn) await sleep(everyMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  })();
  return {
    stop: () => {
      stopped.abort();
      return running;
    },
  };
}
