import {
  createDutyRunner,
  createResting,
  repeat,
  type BackgroundWork,
  type Logger,
} from '@wallet-service/runtime';
import type { Config } from './config.js';
import { removeOld, wakeLeftStreams } from './deliveries/upkeep-store.js';
import { lockDueFeeds, type FeedDuty } from './events/cursor-store.js';
import { inspectRows } from './inspect-rows.js';
import type { JobRunner } from './jobs/job-runner-client.js';
import type { RowMacs } from './row-macs.js';
import type { Tenancy } from './tenancy-store.js';

const feedsAtOnce = 50;
const longestPollMs = 1_000;
/** How long a process rests while no application has an endpoint, and none was told of. */
const restMs = 5_000;
/** How long one replica alone reads a feed. Longer than reading takes. */
const feedLockMs = 5_000;
const takeUpMs = 5_000;
const clearAwayMs = 600_000;
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

export type WebhookWork = BackgroundWork & {
  /** There may be an endpoint now. */
  readonly wake: () => void;
};

/** Reads feeds, delivers, resumes what was abandoned, removes what is old, and checks stored rows. */
export function startBackgroundWork(deps: BackgroundWorkDeps): WebhookWork {
  const { tenancy, macs, jobs, delivery, pollFeed, logger } = deps;
  const onError = (error: unknown) => {
    logger.error({ err: error }, 'background work failed');
  };
  const takeUpLeftStreams = async (): Promise<void> => {
    const left = await tenancy.acrossApplications((rows) => wakeLeftStreams(rows, upkeepLimit));
    if (left === 0) return;
    jobs.wake();
    logger.info({ streams: left }, 'abandoned deliveries are resumed');
  };
  const clearAway = () =>
    tenancy.acrossApplications((rows) => removeOld(rows, delivery.retentionDays, upkeepLimit));
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
  let askedLeftAt = -Infinity;
  const looking = createResting(async () => {
    const now = performance.now();
    const askLeft = now - askedLeftAt >= takeUpMs;
    const { feeds, jobs, endpoints, left } = await tenancy.whatIsDue(askLeft);
    if (askLeft) askedLeftAt = now;
    if (jobs) deps.jobs.wake();
    if (left) await takeUpLeftStreams().catch(onError);
    const more = feeds && (await polling.round());
    return more || left || jobs || endpoints ? more : restMs;
  });
  const stops = [
    looking.begin({ pauseMs: Math.min(delivery.pollMs, longestPollMs) / 2, atOnce: true }, onError),
    repeat(clearAway, { pauseMs: clearAwayMs, atOnce: true }, onError),
    repeat(() => inspectRows({ tenancy, macs }), { pauseMs: inspectMs, atOnce: true }, onError),
  ];
  return {
    wake: looking.wake,
    async stop() {
      await Promise.all([...stops.map((stop) => stop()), jobs.stop()]);
      await polling.settled();
    },
  };
}
