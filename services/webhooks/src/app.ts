import { randomBytes } from 'node:crypto';
import type { Handlers, WebhooksDefinition } from '@wallet-service/grpc';
import type { createPool } from '@wallet-service/postgres';
import { createDutyRunner, repeat, type Logger, type RowAlarm } from '@wallet-service/runtime';
import { uuidV7 } from '@wallet-service/values';
import type { Config } from './config.js';
import { readBacklog, type Backlog } from './deliveries/backlog-store.js';
import { deliverInOrder } from './deliveries/deliver-in-order.js';
import { deliveryHandlers } from './deliveries/delivery-handlers.js';
import { createEndpointSlots } from './deliveries/endpoint-slots.js';
import type { SendWebhook } from './deliveries/send-webhook-client.js';
import { removeOld, wakeLeftStreams } from './deliveries/upkeep-store.js';
import { endpointHandlers } from './endpoints/endpoint-handlers.js';
import { createSecretSeal } from './endpoints/seal-secret.js';
import { lockDueFeeds } from './events/cursor-store.js';
import { fanOut } from './deliveries/fan-out.js';
import type { Feeds } from './events/feeds-client.js';
import { pollFeed } from './events/poll-feed.js';
import { inspectRows } from './inspect-rows.js';
import { startJobRunner } from './jobs/job-runner-client.js';
import type { WebhookMetrics } from './metrics.js';
import { createRowMacs, type GuardedRow } from './row-macs.js';
import { createTenancy } from './tenancy-store.js';

export type AppOptions = {
  readonly pool: ReturnType<typeof createPool>;
  /** Of the database, for the job queue. */
  readonly databaseUrl: string;
  readonly feeds: Pick<Feeds, 'read' | 'ends'>;
  readonly send: SendWebhook;
  readonly urls: Config['urls'];
  readonly delivery: Config['delivery'];
  /** At least 32 bytes that seal the signing secrets and prove what the service wrote. */
  readonly sealingKey: Uint8Array;
  /** Until when rows without a MAC count as written before there were MACs. */
  readonly adoptRowsUntilMs: number | undefined;
  readonly onRowRefused: RowAlarm<GuardedRow>;
  readonly metrics: WebhookMetrics;
  readonly logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
};

export type App = {
  readonly handlers: Handlers<WebhooksDefinition>;
  /** Starts reading feeds and delivering. `stop` ends it in order. */
  readonly startWork: () => Promise<{ stop: () => Promise<void> }>;
  readonly isDatabaseReachable: () => Promise<boolean>;
  readonly backlog: () => Promise<Backlog>;
};

const feedsAtOnce = 50;
/** How long one replica alone reads a feed. Longer than reading takes. */
const feedLockMs = 5_000;
/** What an attempt may take on top of the time limit of its request. */
const attemptMarginMs = 5_000;
const takeUpMs = 5_000;
const clearAwayMs = 30_000;
const lateMs = 3_000;
const inspectMs = 30_000;
const upkeepLimit = 1_000;

/** Composes the service: everything except the process around it. */
export function createApp(options: AppOptions): App {
  const { pool, feeds, delivery, logger } = options;
  const now = () => Date.now();
  const macs = createRowMacs(options.sealingKey, options.adoptRowsUntilMs, options.onRowRefused);
  const tenancy = createTenancy(pool, macs);
  const seal = createSecretSeal(options.sealingKey, randomBytes);
  const newId = () => uuidV7(now(), randomBytes(10));
  const deliverDeps = {
    tenancy,
    seal,
    now,
    send: options.send,
    random: Math.random,
    slots: createEndpointSlots(Math.max(1, Math.floor(delivery.concurrency / 4))),
    retrySeconds: delivery.retrySeconds,
    attemptTimeoutMs: delivery.timeoutMs + attemptMarginMs,
    onRefused: options.onRowRefused,
    observe: options.metrics.observeAttempt,
  };
  const readFeed = pollFeed.bind(undefined, {
    readFeed: feeds.read,
    fanOut: fanOut.bind(undefined, { tenancy, newId, pollMs: delivery.pollMs }),
  });
  const polling = {
    places: feedsAtOnce,
    lockDue: (limit: number) =>
      tenancy.acrossApplications((rows) => lockDueFeeds(rows, macs, limit, feedLockMs)),
    carryOut: readFeed,
    onError: (error: unknown, { applicationId, source }: { applicationId: string; source: string }) => {
      logger.warn(
        { err: error, applicationId, source },
        'a feed could not be read; it will be read again later',
      );
    },
  };
  const takeUpLeftStreams = async (): Promise<void> => {
    const left = await tenancy.acrossApplications((rows) => wakeLeftStreams(rows, lateMs, upkeepLimit));
    if (left > 0) logger.info({ streams: left }, 'abandoned deliveries are resumed');
  };
  const clearAway = async (): Promise<void> => {
    await tenancy.acrossApplications((rows) => removeOld(rows, delivery.retentionDays, upkeepLimit));
  };
  const onError = (error: unknown) => {
    logger.error({ err: error }, 'background work failed');
  };

  return {
    handlers: {
      ...endpointHandlers({ tenancy, seal, now, randomBytes, urlRules: options.urls, feedEnds: feeds.ends }),
      ...deliveryHandlers({ tenancy }),
    },
    async startWork() {
      const { databaseUrl: url } = options;
      const deliver = deliverInOrder.bind(undefined, deliverDeps);
      const jobs = await startJobRunner({ url, concurrency: delivery.concurrency, deliver, logger });
      const poller = createDutyRunner(polling);
      const stops = [
        repeat(poller.round, { pauseMs: Math.min(delivery.pollMs, 1_000) / 2, atOnce: true }, onError),
        repeat(takeUpLeftStreams, { pauseMs: takeUpMs, atOnce: true }, onError),
        repeat(clearAway, { pauseMs: clearAwayMs, atOnce: true }, onError),
        repeat(() => inspectRows({ tenancy, macs }), { pauseMs: inspectMs, atOnce: true }, onError),
      ];
      return {
        stop: async () => {
          await Promise.all([...stops.map((stop) => stop()), jobs.stop()]);
          await poller.settled();
        },
      };
    },
    backlog: () => tenancy.acrossApplications(readBacklog),
    isDatabaseReachable: () =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
  };
}
