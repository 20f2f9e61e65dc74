import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Counter } from 'prom-client';
import { readSecretFile } from '@wallet-service/config';
import { createPool, migrate, runtimeRoleOf } from '@wallet-service/postgres';
import {
  createLogger,
  createMetrics,
  measureCertificate,
  measureDatabase,
  measureServer,
  recordTraces,
  run,
  startOperationsServer,
  type Logger,
} from '@wallet-service/runtime';
import { createApp } from './app.js';
import { readConfigFromProcess, type Config } from './config.js';
import { deleteWhatIsOld } from './housekeeping.js';
import { startServer } from './server.js';
import { parseVerdictKey } from './verdicts/verdict-key.js';

const service = 'policy';
const housekeepingMs = 3_600_000;

run(service, async (lifecycle) => {
  const config = readConfigFromProcess();
  const logger = createLogger({ service, level: config.logLevel });
  if (config.database.migrationUrl !== undefined)
    await migrateWith(config, config.database.migrationUrl, logger);
  if (process.argv[2] === 'migrate') {
    process.kill(process.pid, 'SIGTERM');
    return;
  }
  await recordTraces({ service, settings: config.tracing, lifecycle, logger });
  const pool = createPool({
    url: config.database.url,
    max: config.database.poolSize,
    logger,
    applicationName: service,
  });
  lifecycle.onStop('close the database pool', () => pool.end());
  const verdictKey = parseVerdictKey(
    readSecretFile(config.verdictKeyFile, { allowShared: config.development }),
  );
  const metrics = createMetrics(service);
  measureDatabase(metrics.registry, { main: pool });
  const lostRecords = new Counter({
    name: 'wallet_service_decision_records_lost_total',
    help: 'Decision records that could not be stored; the journal has the decisions.',
    registers: [metrics.registry],
  });
  const databaseAnswers = () => pool.query('select 1').then(() => true);
  const operations = await startOperationsServer({
    listen: config.operationsListen,
    registry: metrics.registry,
    ready: databaseAnswers,
  });
  lifecycle.onStop('close the operations server', () => operations.close());
  await databaseAnswers();
  const app = createApp({
    pool,
    verdictKey,
    now: () => new Date(),
    onDecisionsLost: (count, error) => {
      lostRecords.inc(count);
      logger.error({ err: error, count }, 'decision records were not stored; the journal has them');
    },
  });
  lifecycle.onStop('store the last decisions', app.drain);
  const housekeeping = setInterval(() => {
    deleteWhatIsOld(pool, new Date()).catch((error: unknown) => {
      logger.warn({ err: error }, 'old records were not deleted; tried again later');
    });
  }, housekeepingMs);
  lifecycle.onStop('stop the housekeeping', () => {
    clearInterval(housekeeping);
    return Promise.resolve();
  });
  const cert = readFileSync(config.tls.certFile);
  measureCertificate(metrics.registry, cert);
  const server = await startServer({
    handlers: app.handlers,
    listen: config.listen,
    tls: {
      ca: readFileSync(config.tls.caFile),
      cert,
      key: readSecretFile(config.tls.keyFile, { allowShared: config.development }),
    },
    ready: () => true,
    metrics,
    logger,
  });
  measureServer(metrics.registry, server);
  lifecycle.onStop('finish the calls in flight', () => server.drain());
  logger.info({ address: server.address, operations: operations.url }, 'ready');
});

function migrateWith(config: Config, url: string, logger: Logger): Promise<void> {
  return migrate({
    url,
    schema: service,
    // Beside src/ and beside dist/ alike.
    directory: path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'migrations'),
    ...runtimeRoleOf(config.database.url),
    logger,
  });
}
