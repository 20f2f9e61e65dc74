import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { definitions, type Handlers, type WebhooksDefinition } from '@wallet-service/grpc';
import { createPool, inTransaction, migrate } from '@wallet-service/postgres';
import { databaseFor, type TestDatabase } from '@wallet-service/postgres/testing';
import type pg from 'pg';
import { callable, type Calls } from '@wallet-service/test-kit/callable';
import { createApp } from '../src/app.js';
import type { BackgroundWork } from '@wallet-service/runtime';
import { createSendWebhook } from '../src/deliveries/send-webhook-client.js';
import type { Feeds } from '../src/events/feeds-client.js';
import { migrateJobSchema } from '../src/jobs/job-schema-store.js';

export type Replica = Calls<Handlers<WebhooksDefinition>> & {
  startBackgroundWork: () => Promise<BackgroundWork>;
  /** The results of the attempts. */
  readonly results: string[];
  /** Rows that it refused to use. */
  readonly refused: object[];
};

export type Webhooks = {
  /** Without background work. */
  replica: (settings?: Partial<ReplicaSettings>) => Replica;
  /** With the service's own role, which row-level security binds. */
  readonly servicePool: pg.Pool;
  /** As the owner, who sees and changes everything. */
  readonly owner: pg.Pool;
  /** As the owner, with a table's triggers switched off, which the service's role cannot do. */
  readonly pastTriggers: (table: string, text: string, values: unknown[]) => Promise<void>;
  readonly database: TestDatabase;
  close: () => Promise<void>;
};

export type ReplicaSettings = {
  readonly retrySeconds: readonly number[];
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly allowLoopback: boolean;
  readonly adoptRowsUntilMs: number | undefined;
  readonly lookup: NonNullable<Parameters<typeof createSendWebhook>[0]['lookup']>;
};

export const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

export async function migrateWebhooks(database: TestDatabase): Promise<void> {
  const { migrationUrl, role } = database.roles.webhooks;
  await migrate({
    url: migrationUrl,
    schema: 'webhooks',
    directory: fileURLToPath(new URL('../migrations', import.meta.url)),
    runtimeRole: role,
    logger: quiet,
  });
  await migrateJobSchema({ url: migrationUrl, runtimeRole: role, logger: quiet });
}

/** Any number of replicas of the service, without the process around them, on one real database. */
export async function startWebhooks(name: string, feeds: Pick<Feeds, 'read' | 'ends'>): Promise<Webhooks> {
  const database = await databaseFor({ name });
  await migrateWebhooks(database);
  const { url, migrationUrl } = database.roles.webhooks;
  const pools: pg.Pool[] = [];
  const stops: (() => Promise<void>)[] = [];
  const pool = (of: string) => {
    const made = createPool({ url: of, max: 10, logger: quiet, applicationName: 'test' });
    pools.push(made);
    return made;
  };
  const sealingKey = randomBytes(32);
  const owner = pool(`${migrationUrl}?options=-c%20search_path%3Dwebhooks`);
  return {
    database,
    owner,
    pastTriggers: (table, text, values) =>
      inTransaction(owner, async (client) => {
        await client.query(`alter table ${table} disable trigger user`);
        const { rowCount } = await client.query(text, values);
        expect(rowCount).toBeGreaterThan(0);
        await client.query(`alter table ${table} enable trigger user`);
      }),
    servicePool: pool(url),
    replica(settings = {}) {
      const {
        retrySeconds = [0, 0, 0],
        timeoutMs = 500,
        concurrency = 8,
        allowLoopback = true,
        lookup,
        adoptRowsUntilMs,
      } = settings;
      const urls = { allowedPorts: [443], allowLoopback };
      const results: string[] = [];
      const refused: object[] = [];
      const app = createApp({
        pool: pool(url),
        databaseUrl: url,
        feeds,
        send: createSendWebhook({ ...urls, timeoutMs, ...(lookup && { lookup }) }),
        urls,
        delivery: { pollMs: 50, concurrency, timeoutMs, retrySeconds, retentionDays: 30 },
        sealingKey,
        adoptRowsUntilMs,
        onRowRefused: (row, details) => refused.push({ row, ...details }),
        metrics: { observeAttempt: (result) => results.push(result) },
      });
      return Object.assign(callable(app.handlers, definitions.webhooks.methods, context), {
        results,
        refused,
        startBackgroundWork: async () => {
          const work = await app.startBackgroundWork(quiet);
          let stopping: Promise<void> | undefined;
          const stop = () => (stopping ??= work.stop());
          stops.push(stop);
          return { stop };
        },
      });
    },
    close: async () => {
      await Promise.all(stops.map((stop) => stop()));
      await Promise.all(pools.map((each) => each.end()));
      await database.drop();
    },
  };
}

const context = {
  caller: 'gateway',
  reason: '',
  traceId: 'test',
  signal: new AbortController().signal,
  deadline: 0,
};
