import { createDutyRunner, repeat, type BackgroundWork, type Logger } from '@wallet-service/runtime';
import type { Config } from './config.js';
import { removeOld, wakeLeftStreams } from './deliveries/upkeep-store.js';
import { lockDueFeeds, type FeedDuty } from './events/cursor-store.js';
import { inspectRows } from './inspect-rows.js';
import type { JobRunner } from './jobs/job-runner-client.js';
import type { RowMacs } from './row-macs.js';
import type { Tenancy } from './tenancy-store.js';

const feedsAtOnce = 50;
/** How long one replica alone reads a feed. Longer than reading takes. */
const feedLockMs = 5_000;
const takeUpMs = 5_000;
const clearAwayMs = 30_000;
const lateMs = 3_000;
const inspectMs = 30_000;
const upkeepLimit = 1_000;

export type BackgroundWorkDeps = {
  readonly tenancy: Tenancy;
  readonly macs: RowMacs;
  /** Deliver. They are stopped with the rest. */
  readonly jobs: JobRunner;
  readonly delivery: Config['delivery'];
  /** Resolves to whether the feed has another page. */
  readonly pollFeed: (duty: FeedDuty) => Promise<boolean>;
  readonly logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
};

/** Reads feeds, delivers, resumes what was abandoned, removes what is old, and checks stored rows. */
export function startBackgroundWork(deps: BackgroundWorkDeps): BackgroundWork {
  const { tenancy, macs, jobs, delivery, pollFeed, logger } = deps;
  const onError = (error: unknown) => {
    logger.error({ err: error }, 'background work failed');
  };
  const takeUpLeftStreams = async (): Promise<void> => {
    const left = await tenancy.acrossApplications((rows) => wakeLeftStreams(rows, lateMs, upkeepLimit));
    if (left > 0) logger.info({ streams: left }, 'abandoned deliveries are resumed');
  };
  const clearAway = () =>
    tenancy.acrossApplications((rows) => removeOld(rows, delivery.retentionDays, upkeepLimit));
  const polling = createDutyRunner({
    places: feedsAtOnce,
    lockDue: async (limit) =>
      (await tenancy.areFeedsDue())
        ? tenancy.acrossApplications((rows) => lockDueFeeds(rows, macs, limit, feedLockMs))
        : [],
    carryOut: pollFeed,
    onError: (error, { applicationId, source }) => {
      logger.warn(
        { err: error, applicationId, source },
        'a feed could not be read; it will be read again later',
      );
    },
  });
  const stops = [
    repeat(polling.round, { pauseMs: Math.min(delivery.pollMs, 1_000) / 2, atOnce: true }, onError),
    repeat(takeUpLeftStreams, { pauseMs: takeUpMs, atOnce: true }, onError),
    repeat(clearAway, { pauseMs: clearAwayMs, atOnce: true }, onError),
    repeat(() => inspectRows({ tenancy, macs }), { pauseMs: inspectMs, atOnce: true }, onError),
  ];
  return {
    async stop() {
      await Promise.all([...stops.map((stop) => stop()), jobs.stop()]);
      await polling.settled();
    },
  };
}
