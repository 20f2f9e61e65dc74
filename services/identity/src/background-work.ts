import { createDutyRunner, repeat, type Logger } from '@wallet-service/runtime';
import type { FetchOutcome } from './key-sets/carry-out-fetch.js';
import type { FetchDuty } from './key-sets/key-set-claim-store.js';

/** Concurrent background fetches. A hung host occupies one of these places for one timeout. */
const fetchesAtOnce = 64;
const noteUsesMs = 30_000;

export type BackgroundWork = {
  /** Resolves when the rounds in progress have ended. */
  readonly stop: () => Promise<void>;
};

export type BackgroundWorkDeps = {
  readonly claimDueFetches: (limit: number) => Promise<readonly FetchDuty[]>;
  readonly carryOut: (duty: FetchDuty) => Promise<FetchOutcome>;
  readonly refreshSeconds: number;
  /** Stores when secret keys were last used. */
  readonly noteUses: () => Promise<void>;
  readonly logger: Pick<Logger, 'error'>;
};

/** Fetches key sets when they are due, and stores the last uses of secret keys every 30 s and at the end. */
export function startBackgroundWork(deps: BackgroundWorkDeps): BackgroundWork {
  const { claimDueFetches, carryOut, refreshSeconds, noteUses, logger } = deps;
  const onError = (error: unknown) => {
    logger.error({ err: error }, 'background work failed');
  };
  const refresh = createDutyRunner({
    places: fetchesAtOnce,
    lockDue: claimDueFetches,
    // Lets the next key set of the application be taken now.
    carryOut: (duty: FetchDuty) => carryOut(duty).then(() => true),
    onError,
  });
  const stops = [
    repeat(refresh.round, { pauseMs: Math.min(1_000, refreshSeconds * 100), atOnce: true }, onError),
    repeat(noteUses, { pauseMs: noteUsesMs }, onError),
  ];
  return {
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
      await refresh.settled();
      await noteUses().catch(onError);
    },
  };
}
