import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { ConfigError, readSecretFile } from '@wallet-service/config';
import { createMemoryStore, createRedisStore, type SharedStore } from '@wallet-service/redis';
import {
  createLogger,
  createRegistry,
  gaugeOf,
  measureCertificate,
  measurePeers,
  recordTraces,
  run,
  type Logger,
} from '@wallet-service/runtime';
import { buildApp } from './app.js';
import { chooseDialect } from './compatibility/choose-dialect.js';
import { connectServices } from './clients/connect-services.js';
import { readConfigFromProcess, type Config } from './config.js';
import { createAuthenticStore, type AuthenticStore } from './http/authentic-store.js';
import { createBrowserOrigins } from './http/browser-origins.js';
import { createHttpMetrics } from './http/http-metrics.js';
import { createInnerRequests } from './http/inner-requests.js';
import { createProviderMemory } from './http/provider-memory.js';
import { createRateLimiter } from './http/rate-limit.js';
import { createReadiness } from './http/readiness.js';
import { createCoreUsers } from './http/core-user.js';
import { connectionLimits } from './http/share-connections.js';
import { createUserVerification } from './http/verify-user.js';
import { createLocalTokenMemory, createSharedTokenMemory } from './http/token-memory.js';
import { createTurns } from './http/turns.js';
import { readReferenceFiles } from './reference/reference-files.js';
import { routesOf } from './routes.js';
import { beginStatistics } from './statistics/begin-statistics.js';
import { createProcessList } from './statistics/process-list.js';

// The build puts it next to this program.
const referenceFolder = fileURLToPath(new URL('reference', import.meta.url));

run('gateway', async (lifecycle) => {
  const config = readConfigFromProcess();
  const logger = createLogger({ service: 'gateway', level: config.logLevel });
  await recordTraces({ service: 'gateway', settings: config.tracing, lifecycle, logger });
  const registry = createRegistry('gateway');
  const metrics = createHttpMetrics(registry);
  const store = openStore(config, logger);
  lifecycle.onStop('store', () => store.close());
  const ownLimits = createMemoryStore({ now: Date.now });
  const cert = readFileSync(config.tls.certFile);
  measureCertificate(registry, cert);
  const behind = connectServices(config.targets, {
    ca: readFileSync(config.tls.caFile),
    cert,
    key: readSecretFile(config.tls.keyFile, { allowShared: config.development }),
  });
  lifecycle.onStop('connections', () => {
    behind.close();
    return Promise.resolve();
  });
  measurePeers(registry, behind.peers);
  const shared = openSharedMemory(config, store);
  const local = createLocalTokenMemory();
  const { identity } = behind.services;
  const verifyUser = createUserVerification({
    identity,
    tokens: shared ? createSharedTokenMemory({ local, store: shared, now: Date.now }) : local,
    providers: createProviderMemory(shared),
    now: () => Date.now() / 1000,
    elapsedMs: () => performance.now(),
  });
  const retirement = { retiresAt: config.v1RetiresAt, now: () => new Date() };
  const coreUsers = createCoreUsers(verifyUser);
  const stopping = () => lifecycle.signal.aborted;
  const { requests, refusals, presence } = beginStatistics(openStatisticsStore(config, store), {
    registry,
    logger,
    lifecycle,
  });
  const app = buildApp({
    routes: routesOf(behind.services, coreUsers, retirement, {
      reference: { files: readReferenceFiles(referenceFolder), takesKeys: config.development },
      ...{ requestsOf: requests.read, refusalsOf: refusals.read },
      processes: createProcessList({ gateways: presence.list, pingRedis: pingOf(config, store), behind }),
    }),
    ...{ countRequest: requests.count, noteRefusal: refusals.note },
    retirement,
    ...chooseDialect(config.compatibility, { identity, verifyUser, coreUsers }),
    limit: createRateLimiter({
      takePermit: (key, rate) => store.takePermit(key, rate),
      takeOwnPermit: (key, rate) => ownLimits.takePermit(key, rate),
      onUnshared: metrics.rateLimitUnshared,
    }),
    turns: createTurns(() => performance.now(), metrics.shareRefused),
    rates: config.rates,
    inner: createInnerRequests(),
    origins: createBrowserOrigins(identity, () => performance.now()),
    ...{ registry, metrics, logger },
    // From a pool of random bytes, which is four times as fast as asking the system each time.
    newTraceId: () => randomUUID().replaceAll('-', ''),
    now: Date.now,
    trustedProxies: config.trustedProxies,
    connections: connectionLimits,
    elapsedMs: () => performance.now(),
    stopping,
    ready: createReadiness({
      stopping,
      connected: behind.connected,
      serving: behind.serving,
      now: Date.now,
    }),
  });
  measureConnections(registry, app);
  const address = await app.listen({ host: config.host, port: config.port });
  lifecycle.onStop('server', async () => {
    await sleep(config.drainSeconds * 1000);
    await app.close();
  });
  logger.info({ address, compatibility: config.compatibility }, 'gateway is serving');
});

function measureConnections(registry: Registry, { server }: Pick<FastifyInstance, 'server'>): void {
  gaugeOf(
    registry,
    { name: 'wallet_service_http_connections', help: 'Open connections of callers.' },
    () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => {
          if (error) reject(error);
          else resolve(count);
        });
      }),
  );
}

function openStore({ redis }: Config, logger: Logger): SharedStore {
  if (redis) return createRedisStore({ servers: redis, prefix: 'gateway:', logger });
  return createMemoryStore({ now: Date.now });
}

function pingOf({ redis }: Config, store: SharedStore): (() => Promise<void>) | undefined {
  return redis && (() => store.ping());
}

/** In one process, tokens that were used need the whole store. */
function openStatisticsStore({ redis }: Config, store: SharedStore): SharedStore {
  return redis ? store : createMemoryStore({ now: Date.now });
}

/** The store that all gateways share. Without Redis there is none. */
function openSharedMemory(
  { redis, tokenCacheKeyFile, development }: Config,
  store: SharedStore,
): AuthenticStore | undefined {
  if (tokenCacheKeyFile === undefined || !redis) return undefined;
  const key = readSecretFile(tokenCacheKeyFile, { allowShared: development });
  if (key.length !== 32) throw new ConfigError(['TOKEN_CACHE_KEY_FILE must name a file of 32 bytes']);
  return createAuthenticStore(store, key);
}
