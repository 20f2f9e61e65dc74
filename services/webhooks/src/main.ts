import { ConfigError, readSecretFile, readTls } from '@wallet-service/config';
import { createGrantVerifier, readGrantPublicKeys } from '@wallet-service/grants';
import { createPool, migrateFirst, runtimeRoleOf } from '@wallet-service/postgres';
import {
  createLogger,
  createMetrics,
  createRowAlarm,
  measureCertificate,
  measureDatabase,
  measurePeers,
  newTraceId,
  recordTraces,
  run,
  startOperationsServer,
} from '@wallet-service/runtime';
import { hostOf, inSpanOrRoot } from '@wallet-service/tracing';
import { createApp } from './app.js';
import { readConfigFromProcess } from './config.js';
import { createSendWebhook, type SendWebhook } from './deliveries/send-webhook-client.js';
import { createFeeds } from './events/feeds-client.js';
import { migrateJobSchema } from './jobs/job-schema-store.js';
import { createWebhookMetrics, measureBacklog } from './metrics.js';
import { guardedRows } from './row-macs.js';
import { startServer } from './server.js';

const service = 'webhooks';
const shortestKeyBytes = 32;

run(service, async (lifecycle) => {
  const config = readConfigFromProcess();
  const logger = createLogger({ service, level: config.logLevel });
  const [, , command] = process.argv;
  const { url, migrationUrl, poolSize } = config.database;
  const goOn = await migrateFirst({
    service,
    database: config.database,
    from: import.meta.url,
    command,
    logger,
  });
  if (migrationUrl !== undefined)
    await migrateJobSchema({ url: migrationUrl, runtimeRole: runtimeRoleOf(url).runtimeRole, logger });
  // Nothing that is open would keep the process alive.
  if (!goOn) return;
  if (config.urls.allowLoopback) {
    logger.warn(
      'WEBHOOK_ALLOW_LOOPBACK: tenants can make this process call this machine; never use it in production',
    );
  }
  await recordTraces({ service, settings: config.tracing, lifecycle, logger });
  const tls = readTls(config);
  const grantKeys = readGrantPublicKeys(config.grantPublicKeysFile);
  const sealingKey = readSecretFile(config.keyFile, { allowShared: config.development });
  if (sealingKey.length < shortestKeyBytes) {
    throw new ConfigError([`${config.keyFile} must hold at least ${shortestKeyBytes} random bytes`]);
  }
  const pool = createPool({ url, max: poolSize, logger, applicationName: service });
  lifecycle.onStop('database', () => pool.end());
  const feeds = createFeeds(config.targets, tls, newTraceId);
  lifecycle.onStop('feeds', () => {
    feeds.close();
    return Promise.resolve();
  });
  const metrics = createMetrics(service);
  measureCertificate(metrics.registry, tls.cert);
  measureDatabase(metrics.registry, { main: pool });
  measurePeers(metrics.registry, feeds.peers);
  const app = createApp({
    pool,
    databaseUrl: url,
    feeds,
    send: traced(createSendWebhook({ ...config.urls, timeoutMs: config.delivery.timeoutMs })),
    urls: config.urls,
    delivery: config.delivery,
    sealingKey,
    adoptRowsUntilMs: config.adoptRowsUntilMs,
    onRowRefused: createRowAlarm({ registry: metrics.registry, logger, rows: guardedRows }),
    metrics: createWebhookMetrics(metrics.registry),
  });
  measureBacklog(metrics.registry, app.backlog);
  await pool.query('select 1');
  const { stop } = await app.startBackgroundWork(logger);
  lifecycle.onStop('end the background work', stop);

  const operations = await startOperationsServer({
    listen: config.metricsListen,
    registry: metrics.registry,
    ready: async () => !lifecycle.signal.aborted && (await app.isDatabaseReachable()),
  });
  lifecycle.onStop('operations server', () => operations.close());
  const server = await startServer({
    handlers: app.handlers,
    listen: config.listen,
    tls,
    checkGrant: createGrantVerifier({ publicKeys: grantKeys, audience: service, now: Date.now }),
    ready: () => !lifecycle.signal.aborted,
    metrics,
    logger,
  });
  lifecycle.onStop('finish the calls in flight', () => server.drain());
  logger.info({ address: server.address, operations: operations.url }, 'ready');
});

/** Only the host of the address, because a tenant may have put a secret into the rest. */
function traced(send: SendWebhook): SendWebhook {
  return (url, ...rest) =>
    inSpanOrRoot({ name: 'send webhook', kind: 'client' }, async (span) => {
      span?.set({ 'server.address': hostOf(url) });
      const outcome = await send(url, ...rest);
      if (outcome.responseStatus !== undefined)
        span?.set({ 'http.response.status_code': outcome.responseStatus });
      if (outcome.result !== 'delivered') span?.fail(outcome.result, false);
      return outcome;
    });
}
