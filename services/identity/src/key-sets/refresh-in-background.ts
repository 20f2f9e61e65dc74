import type { FetchDuty } from './key-set-claim-store.js';

export type BackgroundRefreshDeps = {
  /** Takes at most `limit` sets that are due. */
  readonly claimDue: (limit: number) => Promise<readonly FetchDuty[]>;
  readonly carryOut: (duty: FetchDuty) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
  /** Pause when nothing more is due. */
  readonly tickMs: number;
};

// A hanging host costs one of these places for one timeout; the others go on.
const atOnce = 64;
// Between two looks while more is due: short, but not a question for each fetch that ends.
const busyMs = 50;

/**
 * Keeps the key sets of all providers fresh; replicas share the work. `stop` resolves when the fetches under
 * way have ended.
 */
export function startBackgroundRefresh(deps: BackgroundRefreshDeps): { stop: () => Promise<void> } {
  let stopped = false;
  let wake: () => void = () => undefined;
  const underWay = new Set<Promise<void>>();

  /** Whether more may be due than was taken. */
  async function takeDue(): Promise<boolean> {
    const free = atOnce - underWay.size;
    if (free === 0) return true;
    try {
      const duties = await deps.claimDue(free);
      for (const duty of duties) start(duty);
      return duties.length > 0;
    } catch (error) {
      deps.onError(error);
      return false;
    }
  }

  function start(duty: FetchDuty): void {
    const done = deps
      .carryOut(duty)
      .then(() => undefined, deps.onError)
      .finally(() => underWay.delete(done));
    underWay.add(done);
  }

  async function loop(): Promise<void> {
    while (!stopped) {
      const more = await takeDue();
      if (stopped as boolean) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, more ? busyMs : deps.tickMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    await Promise.all(underWay);
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
