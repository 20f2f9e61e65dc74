import { readSecretFile, readTls } from '@wallet-service/config';
import { createGrantVerifier, readGrantPublicKeys } from '@wallet-service/grants';
import { createPool, migrateFirst } from '@wallet-service/postgres';
import {
  createLogger,
  createMetrics,
  createRowAlarm,
  measureCertificate,
  measureDatabase,
  recordTraces,
  run,
  startOperationsServer,
} from '@wallet-service/runtime';
import { createApp } from './app.js';
import { reportSealed } from './background-work.js';
import { createPolicyMetrics } from './metrics.js';
import { readConfigFromProcess } from './config.js';
import { startServer } from './server.js';
import { parseVerdictKey } from './verdicts/verdict-key.js';

const service = 'policy';

run(service, async (lifecycle) => {
  const config = readConfigFromProcess();
  const logger = createLogger({ service, level: config.logLevel });
  const [, , command] = process.argv;
  const { database } = config;
  // Nothing that is open would keep the process alive.
  if (!(await migrateFirst({ service, database, from: import.meta.url, command, logger }))) return;
  await recordTraces({ service, settings: config.tracing, lifecycle, logger });
  const pool = createPool({
    url: database.url,
    max: database.poolSize,
    logger,
    applicationName: service,
  });
  lifecycle.onStop('close the database pool', () => pool.end());
  const readKey = (file: string) =>
    parseVerdictKey(readSecretFile(file, { allowShared: config.development }));
  const verdictKey = readKey(config.verdictKeyFile);
  const { previousVerdictKeyFile } = config;
  const grantKeys = readGrantPublicKeys(config.grantPublicKeysFile);
  const metrics = createMetrics(service);
  measureDatabase(metrics.registry, { main: pool });
  const { countDecision, countLostRecords } = createPolicyMetrics(metrics.registry);
  const databaseAnswers = () => pool.query('select 1').then(() => true);
  const operations = await startOperationsServer({
    listen: config.metricsListen,
    registry: metrics.registry,
    ready: databaseAnswers,
  });
  lifecycle.onStop('close the operations server', () => operations.close());
  await databaseAnswers();
  const app = createApp({
    pool,
    verdictKey,
    identityKeys: grantKeys,
    previousVerdictKey: previousVerdictKeyFile === undefined ? undefined : readKey(previousVerdictKeyFile),
    adoptRowsUntilMs: config.adoptRowsUntilMs,
    onRowRefused: createRowAlarm({ registry: metrics.registry, logger, rows: ['change', 'event', 'rules'] }),
    now: () => new Date(),
    onDecision: countDecision,
    onDecisionsLost: (count, error) => {
      countLostRecords(count);
      logger.error(
        { err: error, count },
        'decision records were not stored; the journal still has the decisions',
      );
    },
    onOldDecisionsKept: (error) => {
      logger.warn(
        { err: error },
        'old decisions of an application were not removed; tried again with its next decisions',
      );
    },
  });
  lifecycle.onStop('store the last decisions', app.drain);
  // Not right after a change of the key, because other replicas may not have it yet.
  if ((config.adoptRowsUntilMs ?? 0) > Date.now() && previousVerdictKeyFile === undefined)
    reportSealed(await app.sealRules(), logger);
  lifecycle.onStop('end the background work', app.startBackgroundWork(logger).stop);
  const tls = readTls(config);
  measureCertificate(metrics.registry, tls.cert);
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
