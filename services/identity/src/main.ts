import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, readSecretFile } from '@wallet-service/config';
import { definitions, serve } from '@wallet-service/grpc';
import { createPool, migrate, runtimeRoleOf } from '@wallet-service/postgres';
import {
  createCallLog,
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
import { hostOf, inSpanOrRoot } from '@wallet-service/tracing';
import { createApp } from './app.js';
import { readConfigFromProcess, type Config } from './config.js';
import { operatorKeyOf, pepperOf } from './credentials.js';
import { measureKeySets } from './measure-key-sets.js';
import { createKeySetClient } from './key-sets/key-set-client.js';
import { allowed } from './server.js';

const keySetTimeoutMs = 2_000;

type FetchKeySet = ReturnType<typeof createKeySetClient>;

run('identity', async (lifecycle) => {
  const config = readConfigFromProcess();
  const logger = createLogger({ service: 'identity', level: config.logLevel });
  const onlyMigrate = process.argv[2] === 'migrate';
  if (onlyMigrate && config.database.migrationUrl === undefined) {
    throw new ConfigError(['MIGRATION_DATABASE_URL must be set in order to migrate']);
  }
  await migrateWhenAsked(config, logger);
  // Nothing is open now that would keep the process alive.
  if (onlyMigrate) return;
  if (config.keySets.allowLoopback) {
    logger.warn(
      'JWKS_ALLOW_LOOPBACK: tenants can make this process fetch from this machine. Never in production.',
    );
  }
  await recordTraces({ service: 'identity', settings: config.tracing, lifecycle, logger });
  const secrets = { allowShared: config.development };
  const { url, poolSize } = config.database;
  const pool = createPool({ url, max: poolSize, logger, applicationName: 'identity' });
  lifecycle.onStop('database', () => pool.end());
  const app = createApp({
    pool,
    logger,
    keySets: config.keySets,
    pepper: pepperOf(readSecretFile(config.pepperFile, secrets)),
    operatorKey: operatorKeyOf(readSecretFile(config.operatorKeyFile, secrets)),
    fetchKeySet: traced(createKeySetClient({ ...config.keySets, timeoutMs: keySetTimeoutMs })),
  });
  await pool.query('select 1');
  lifecycle.onStop('background work', app.startBackgroundWork().stop);

  const metrics = createMetrics('identity');
  const cert = readFileSync(config.tls.certFile);
  measureCertificate(metrics.registry, cert);
  measureDatabase(metrics.registry, { main: pool });
  measureKeySets(metrics.registry, app.keySetAges);
  const operations = await startOperationsServer({
    listen: config.operationsListen,
    registry: metrics.registry,
    ready: async () => !lifecycle.signal.aborted && (await app.isDatabaseReachable()),
  });
  lifecycle.onStop('operations server', () => operations.close());
  const server = await serve({
    definition: definitions.identity,
    handlers: app.handlers,
    allowed,
    listen: config.listen,
    tls: {
      ca: readFileSync(config.tls.caFile),
      cert,
      key: readSecretFile(config.tls.keyFile, secrets),
    },
    ready: () => !lifecycle.signal.aborted,
    observe: createCallLog({ metrics, logger }),
    onInternalError: (error, call) => {
      logger.error({ err: error, ...call }, 'a call failed');
    },
  });
  measureServer(metrics.registry, server);
  lifecycle.onStop('server', () => server.drain());
  logger.info({ address: server.address, operations: operations.url }, 'identity is serving');
});

/** Of the address only the host: a tenant may have put a secret into the rest. */
function traced(fetchKeySet: FetchKeySet): FetchKeySet {
  return (jwksUri) =>
    inSpanOrRoot({ name: 'fetch key set', kind: 'client' }, async (span) => {
      span?.set({ 'server.address': hostOf(jwksUri) });
      const fetched = await fetchKeySet(jwksUri);
      if (!fetched.ok) span?.fail('key-set-unusable', false);
      return fetched;
    });
}

async function migrateWhenAsked({ database }: Config, logger: Logger): Promise<void> {
  if (database.migrationUrl === undefined) return;
  await migrate({
    url: database.migrationUrl,
    schema: 'identity',
    // From src/ and from dist/ alike.
    directory: path.join(path.dirname(fileURLToPath(import.meta.url)), '../migrations'),
    ...runtimeRoleOf(database.url),
    logger,
  });
}
