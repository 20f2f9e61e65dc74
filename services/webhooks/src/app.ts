import { randomBytes } from 'node:crypto';
import { acting, type Handlers, type WebhooksDefinition } from '@wallet-service/grpc';
import { outboxHandlers, type createPool } from '@wallet-service/postgres';
import type { BackgroundWork, RowAlarm } from '@wallet-service/runtime';
import { uuidV7 } from '@wallet-service/values';
import { startBackgroundWork, type BackgroundWorkDeps } from './background-work.js';
import type { Config } from './config.js';
import { readBacklog, type Backlog } from './deliveries/backlog-store.js';
import { deliverInOrder } from './deliveries/deliver-in-order.js';
import { deliveryHandlers } from './deliveries/delivery-handlers.js';
import { createEndpointSlots } from './deliveries/endpoint-slots.js';
import type { SendWebhook } from './deliveries/send-webhook-client.js';
import { endpointHandlers } from './endpoints/endpoint-handlers.js';
import { createSecretSeal } from './endpoints/seal-secret.js';
import { fanOut } from './deliveries/fan-out.js';
import type { Feeds } from './events/feeds-client.js';
import { pollFeed } from './events/poll-feed.js';
import type { WebhookMetrics } from './metrics.js';
import { startJobRunner } from './jobs/job-runner-client.js';
import { createRowMacs, type GuardedRow } from './row-macs.js';
import { createTenancy } from './tenancy-store.js';

export type AppOptions = {
  readonly pool: ReturnType<typeof createPool>;
  /** The URL of the database, for the job queue. */
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
};

export type App = {
  readonly handlers: Handlers<WebhooksDefinition>;
  readonly startBackgroundWork: (logger: BackgroundWorkDeps['logger']) => Promise<BackgroundWork>;
  readonly isDatabaseReachable: () => Promise<boolean>;
  readonly backlog: () => Promise<Backlog>;
};

/** What an attempt may take on top of the time limit of its request. */
const attemptMarginMs = 5_000;

/** Composes the service: everything except the process around it. */
export function createApp(options: AppOptions): App {
  const { pool, feeds, delivery } = options;
  const now = () => Date.now();
  const macs = createRowMacs(options.sealingKey, options.adoptRowsUntilMs, options.onRowRefused);
  let [wakeJobs, wakeFeeds] = [(): void => undefined, (): void => undefined];
  const newId = () => uuidV7(now(), randomBytes(10));
  const tenancy = createTenancy(pool, macs, { maker: acting, newId, now }, (haveJobs) => {
    if (haveJobs) wakeJobs();
    wakeFeeds();
  });
  const seal = createSecretSeal(options.sealingKey, randomBytes);
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
  const pollDeps = {
    readFeed: feeds.read,
    fanOut: fanOut.bind(undefined, { tenancy, newId, pollMs: delivery.pollMs }),
  };
  return {
    handlers: {
      ...endpointHandlers({ tenancy, seal, now, randomBytes, urlRules: options.urls, feedEnds: feeds.ends }),
      ...deliveryHandlers({ tenancy, newId, now }),
      ...outboxHandlers({
        database: pool,
        mac: macs.change,
        onForeign: (change) => {
          options.onRowRefused('change', change);
        },
      }),
    },
    async startBackgroundWork(logger) {
      const jobs = await startJobRunner({
        url: options.databaseUrl,
        concurrency: delivery.concurrency,
        deliver: (stream, stopped) => deliverInOrder(deliverDeps, stream, stopped),
        logger,
      });
      wakeJobs = jobs.wake;
      const work = startBackgroundWork({
        tenancy,
        macs,
        jobs,
        delivery,
        pollFeed: (duty) => pollFeed(pollDeps, duty),
        logger,
      });
      wakeFeeds = work.wake;
      return work;
    },
    backlog: () => tenancy.acrossApplications(readBacklog),
    isDatabaseReachable: () =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
  };
}
