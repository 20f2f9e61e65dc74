import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSecretFile } from '@wallet-service/config';
import { definitions, serve } from '@wallet-service/grpc';
import { createPool, migrate } from '@wallet-service/postgres';
import {
  createLogger,
  createMetrics,
  run,
  startOperationsServer,
  type Logger,
} from '@wallet-service/runtime';
import { createApp } from './app.js';
import { readConfigFromProcess, type Config } from './config.js';
import { operatorKeyOf, pepperOf } from './credentials.js';
import { createKeySetClient } from './key-sets/key-set-client.js';
import { createDnsLookup } from './key-sets/resolver-client.js';
import { allowed } from './server.js';

const keySetTimeoutMs = 2_000;

run('identity', async ({ onStop }) => {
  const config = readConfigFromProcess();
  const logger = createLogger({ service: 'identity', level: config.logLevel });
  await migrateWhenAsked(config, logger);
  if (process.argv[2] === 'migrate') {
    // Nothing keeps the process alive after this.
    process.stdin.destroy();
    return;
  }
  if (config.keySets.allowLoopback) {
    logger.warn(
      'JWKS_ALLOW_LOOPBACK: tenants can make this process fetch from this machine. Never in production.',
    );
  }
  const secrets = { allowShared: config.development };
  const { url, poolSize } = config.database;
  const pool = createPool({ url, max: poolSize, logger, applicationName: 'identity' });
  onStop('database', () => pool.end());
  const app = createApp({
    pool,
    logger,
    keySets: config.keySets,
    pepper: pepperOf(readSecretFile(config.pepperFile, secrets)),
    operatorKey: operatorKeyOf(readSecretFile(config.operatorKeyFile, secrets)),
    fetchKeySet: createKeySetClient({
      ...config.keySets,
      timeoutMs: keySetTimeoutMs,
      lookup: createDnsLookup(),
    }),
  });
  await pool.query('select 1');
  onStop('background work', app.startBackgroundWork().stop);

  const metrics = createMetrics('identity');
  let draining = false;
  const operations = await startOperationsServer({
    listen: config.operationsListen,
    registry: metrics.registry,
    ready: async () => !draining && (await app.isDatabaseReachable()),
  });
  onStop('operations server', operations.close);
  const server = await serve({
    definition: definitions.identity,
    handlers: app.handlers,
    allowed,
    listen: config.listen,
    tls: {
      ca: readFileSync(config.tls.caFile),
      cert: readFileSync(config.tls.certFile),
      key: readSecretFile(config.tls.keyFile, secrets),
    },
    ready: () => !draining,
    observe: metrics.observeRpc,
    onInternalError: (error, call) => {
      logger.error({ err: error, ...call }, 'a call failed');
    },
  });
  onStop('server', () => {
    draining = true;
    return server.drain();
  });
  logger.info({ address: server.address, operations: operations.url }, 'identity is serving');
});

async function migrateWhenAsked({ database }: Config, logger: Logger): Promise<void> {
  if (database.migrationUrl === undefined) return;
  await migrate({
    url: database.migrationUrl,
    schema: 'identity',
    // From src/ and from dist/ alike.
    directory: path.join(path.dirname(fileURLToPath(import.meta.url)), '../migrations'),
    runtimeRole: decodeURIComponent(new URL(database.url).username),
    logger,
  });
}
