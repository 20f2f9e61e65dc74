import { createDutyRunner, repeat, type BackgroundWork, type Logger } from '@wallet-service/runtime';
import type { Config } from './config.js';
import { removeOld, wakeLeftStreams } from './deliveries/upkeep-store.js';
import { lockDueFeeds, type FeedDuty } from './events/cursor-store.js';
import { inspectRows } from './inspect-rows.js';
import { startJobRunner, type JobRunnerOptions } from './jobs/job-runner-client.js';
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
  /** The URL of the database, for the job queue. */
  readonly databaseUrl: string;
  readonly delivery: Config['delivery'];
  readonly deliver: JobRunnerOptions['deliver'];
  /** Resolves to whether the feed has another page. */
  readonly pollFeed: (duty: FeedDuty) => Promise<boolean>;
  readonly logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
};

/** Reads feeds, delivers, resumes what was abandoned, removes what is old, and checks stored rows. */
export async function startBackgroundWork(deps: BackgroundWorkDeps): Promise<BackgroundWork> {
  const { tenancy, macs, databaseUrl: url, delivery, deliver, pollFeed, logger } = deps;
  const onError = (error: unknown) => {
    logger.error({ err: error }, 'background work failed');
  };
  const takeUpLeftStreams = async (): Promise<void> => {
    const left = await tenancy.acrossApplications((rows) => wakeLeftStreams(rows, lateMs, upkeepLimit));
    if (left > 0) logger.info({ streams: left }, 'abandoned deliveries are resumed');
  };
  const clearAway = () =>
    tenancy.acrossApplications((rows) => removeOld(rows, delivery.retentionDays, upkeepLimit));
  const jobs = await startJobRunner({ url, concurrency: delivery.concurrency, deliver, logger });
  const polling = createDutyRunner({
    places: feedsAtOnce,
    lockDue: (limit) => tenancy.acrossApplications((rows) => lockDueFeeds(rows, macs, limit, feedLockMs)),
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
