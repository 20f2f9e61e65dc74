import { createDutyRunner, repeat, type BackgroundWork, type Logger } from '@wallet-service/runtime';
import type { FetchOutcome } from './key-sets/carry-out-fetch.js';
import { claimDueFetches, type FetchDuty } from './key-sets/key-set-claim-store.js';
import type { RowMacs } from './row-macs.js';
import type { UseRecorder } from './secret-keys/use-recorder.js';
import type { Tenancy } from './tenancy-store.js';

/** Concurrent background fetches. A hung host occupies one of these places for one timeout. */
const fetchesAtOnce = 64;
const noteUsesMs = 30_000;

export type BackgroundWorkDeps = {
  readonly tenancy: Tenancy;
  readonly macs: RowMacs;
  readonly carryOut: (duty: FetchDuty) => Promise<FetchOutcome>;
  /** After this time another replica may begin the same fetch. */
  readonly fetchSeconds: number;
  readonly refreshSeconds: number;
  readonly uses: UseRecorder;
  readonly logger: Pick<Logger, 'error'>;
};

/** Fetches key sets when they are due, and stores the last uses of secret keys every 30 s and at the end. */
export function startBackgroundWork(deps: BackgroundWorkDeps): BackgroundWork {
  const { tenancy, macs, carryOut, fetchSeconds, refreshSeconds, uses, logger } = deps;
  const onError = (error: unknown) => {
    logger.error({ err: error }, 'background work failed');
  };
  const refresh = createDutyRunner({
    places: fetchesAtOnce,
    lockDue: (limit) =>
      tenancy.acrossApplications((rows) => claimDueFetches(rows, macs, limit, fetchSeconds)),
    // Lets the next key set of the application be taken now.
    carryOut: (duty: FetchDuty) => carryOut(duty).then(() => true),
    onError,
  });
  const stops = [
    repeat(refresh.round, { pauseMs: Math.min(1_000, refreshSeconds * 100), atOnce: true }, onError),
    repeat(uses.flush, { pauseMs: noteUsesMs }, onError),
  ];
  return {
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
      await refresh.settled();
      await uses.flush().catch(onError);
    },
  };
}
