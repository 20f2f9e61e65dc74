import {
  createDutyRunner,
  createResting,
  repeat,
  type BackgroundWork,
  type Logger,
} from '@wallet-service/runtime';
import type { FetchOutcome } from './key-sets/carry-out-fetch.js';
import { claimDueFetches, type FetchDuty } from './key-sets/key-set-claim-store.js';
import type { RowMacs } from './row-macs.js';
import type { UseRecorder } from './secret-keys/use-recorder.js';
import { takeDueProposals } from './trust/proposed-document-store.js';
import type { Tenancy } from './tenancy-store.js';

/** Concurrent background fetches. A hung host occupies one of these places for one timeout. */
const fetchesAtOnce = 64;
const longestPauseMs = 1_000;
/** How long a process that serves nobody rests, if nothing is due sooner. */
const longestRestMs = 5_000;
const noteUsesMs = 30_000;
const removeEndedMs = 600_000;
/** Applications with the same source share what witnesses saw so recently: this part of the refresh time. */
const sharedPart = 1 / 9;
const proposalsAtOnce = 4;
const proposalPauseSeconds = 30;

export type BackgroundWorkDeps = {
  readonly tenancy: Tenancy;
  readonly macs: RowMacs;
  readonly carryOut: (duty: FetchDuty, maxAgeSeconds: number) => Promise<FetchOutcome>;
  /** Presents the document of an application that waits for its time. */
  readonly tryProposal: (applicationId: string) => Promise<void>;
  /** After this time another replica may begin the same fetch. */
  readonly fetchSeconds: number;
  readonly refreshSeconds: number;
  readonly uses: UseRecorder;
  /** Removes some of what has ended of people's access. Resolves to whether there may be more. */
  readonly removeEnded: () => Promise<boolean>;
  readonly logger: Pick<Logger, 'error'>;
};

export type IdentityWork = BackgroundWork & {
  /** A call has ended, so something may be due. */
  readonly onCall: () => void;
};

/**
 * Fetches key sets when they are due, presents documents that waited, and stores the last uses of secret keys every
 * 30 s and at the end. Removes every ten minutes what has ended of people's access.
 */
export function startBackgroundWork(deps: BackgroundWorkDeps): IdentityWork {
  const { tenancy, macs, carryOut, fetchSeconds, refreshSeconds, uses, logger } = deps;
  const onError = (error: unknown) => {
    logger.error({ err: error }, 'background work failed');
  };
  const proposals = createDutyRunner({
    places: proposalsAtOnce,
    lockDue: (limit) =>
      tenancy.acrossApplications((rows) => takeDueProposals(rows, limit, proposalPauseSeconds)),
    carryOut: (applicationId: string) => deps.tryProposal(applicationId).then(() => true),
    onError,
  });
  const refresh = createDutyRunner({
    places: fetchesAtOnce,
    lockDue: (limit) =>
      tenancy.acrossApplications((rows) => claimDueFetches(rows, macs, limit, fetchSeconds)),
    // Lets the next key set of the application be taken now.
    carryOut: (duty: FetchDuty) => carryOut(duty, Math.floor(refreshSeconds * sharedPart)).then(() => true),
    onError,
  });
  const rounds = createResting(async () => {
    const { fetchesInMs, proposalsInMs } = await tenancy.whatIsDue();
    const first = Math.min(fetchesInMs, proposalsInMs);
    if (first > 0) return Math.min(first, longestRestMs);
    const begun = [
      ...(fetchesInMs <= 0 ? [refresh.round()] : []),
      ...(proposalsInMs <= 0 ? [proposals.round()] : []),
    ];
    return (await Promise.all(begun)).includes(true);
  });
  const stops = [
    rounds.begin({ pauseMs: Math.min(longestPauseMs, refreshSeconds * 100), atOnce: true }, onError),
    repeat(uses.flush, { pauseMs: noteUsesMs }, onError),
    repeat(deps.removeEnded, { pauseMs: removeEndedMs }, onError),
  ];
  return {
    onCall: rounds.wake,
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
      await Promise.all([refresh.settled(), proposals.settled()]);
      await uses.flush().catch(onError);
    },
  };
}
