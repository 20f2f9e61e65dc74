import type { FetchDuty } from './key-set-fetch-store.js';

export type BackgroundRefreshDeps = {
  /** Takes at most `limit` sets that are due. */
  readonly claimDue: (limit: number) => Promise<readonly FetchDuty[]>;
  readonly carryOut: (duty: FetchDuty) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Pause when nothing more is due. */
  readonly tickMs: number;
};

// One hanging host costs one place for one timeout, so a full batch of them delays the others by that and no more.
const atOnce = 16;

/** Keeps the key sets of all providers fresh; replicas share the work. `stop` resolves when the fetches under way have ended. */
export function startBackgroundRefresh(deps: BackgroundRefreshDeps): { stop: () => Promise<void> } {
  let stopped = false;
  let wake: () => void = () => undefined;

  async function round(): Promise<number> {
    try {
      const duties = await deps.claimDue(atOnce);
      await Promise.all(duties.map((duty) => deps.carryOut(duty).catch(deps.onError)));
      return duties.length;
    } catch (error) {
      deps.onError(error);
      return 0;
    }
  }

  async function loop(): Promise<void> {
    while (!stopped) {
      if ((await round()) === atOnce) continue;
      if (stopped as boolean) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, deps.tickMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  const running = loop();
  return {
    stop: () => {
      stopped = true;
      wake();
      return running;
    },
  };
}
