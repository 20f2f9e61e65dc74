import { readSecretFile, readTls } from '@wallet-service/config';
import {
  assertGrantKeyIsKnown,
  createGrantVerifier,
  readGrantKey,
  readGrantPublicKeys,
  signApprover,
  signGrant,
} from '@wallet-service/grants';
import type { Tls } from '@wallet-service/grpc';
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
  type Lifecycle,
} from '@wallet-service/runtime';
import { hostOf, inSpanOrRoot } from '@wallet-service/tracing';
import type { Registry } from 'prom-client';
import { createApp } from './app.js';
import { readConfigFromProcess, type Config } from './config.js';
import { operatorKeyOf, pepperOf } from './credentials.js';
import { countForgedRows, countWitnessAnswers } from './metrics.js';
import { countAnswers } from './witnesses/count-answers.js';
import { measureKeySets } from './measure-key-sets.js';
import type { IssuerKeys, ObserveKeySet } from './witnesses/observe-key-set.js';
import { connectWitnesses } from './witnesses/witness-client.js';
import { readRegistrarKey, readRootDocument } from './trust-files.js';
import { startServer } from './server.js';

run('identity', async (lifecycle) => {
  const config = readConfigFromProcess();
  const logger = createLogger({ service: 'identity', level: config.logLevel });
  const [, , command] = process.argv;
  const { database } = config;
  // Nothing that is open would keep the process alive.
  if (!(await migrateFirst({ service: 'identity', database, from: import.meta.url, command, logger })))
    return;
  if (config.keySets.allowLoopback) {
    logger.warn(
      'JWKS_ALLOW_LOOPBACK: tenants may register addresses of this machine; never use it in production',
    );
  }
  await recordTraces({ service: 'identity', settings: config.tracing, lifecycle, logger });
  const secrets = { allowShared: config.development };
  const grantKey = readGrantKey(config.grantKeyFile, secrets);
  const publicKeys = readGrantPublicKeys(config.grantPublicKeysFile);
  assertGrantKeyIsKnown(grantKey, publicKeys);
  const bakedRoot = readRootDocument(config.rootDocumentFile);
  const registrarKey = readRegistrarKey(config.registrarKeyFile, secrets);
  const tls = readTls(config);
  const { url, poolSize } = database;
  const pool = createPool({ url, max: poolSize, logger, applicationName: 'identity' });
  lifecycle.onStop('database', () => pool.end());
  const metrics = createMetrics('identity');
  const countForged = countForgedRows(metrics.registry);
  const app = createApp({
    pool,
    onForged: (row) => {
      countForged(row.table);
      logger.error(row, 'INCIDENT: a stored row is not what identity wrote; it is not used');
    },
    logger,
    keySets: config.keySets,
    relyingParty: config.relyingParty,
    peopleIssuer: config.peopleIssuer,
    adoptRowsUntilMs: config.adoptRowsUntilMs,
    onRowRefused: createRowAlarm({
      registry: metrics.registry,
      logger,
      rows: ['change', 'event', 'revision', 'trust-document', 'root-document'],
    }),
    pepper: pepperOf(readSecretFile(config.pepperFile, secrets)),
    operatorKey: operatorKeyOf(readSecretFile(config.operatorKeyFile, secrets)),
    signGrant: (grant) => signGrant(grant, grantKey),
    signApprover: (approver) => signApprover(approver, grantKey),
    verifyGrant: createGrantVerifier({ publicKeys, audience: 'identity', now: Date.now }),
    witnesses: connectCounted(config, tls, metrics.registry, lifecycle),
    bakedRoot,
    registrarKey,
    observing: traced,
  });
  await pool.query('select 1');
  if ((config.adoptRowsUntilMs ?? 0) > Date.now()) {
    const adopted = await app.adoptRows();
    logger.warn({ adopted }, 'ADOPT_ROWS_UNTIL: rows without a MAC were accepted and got one');
  }
  const { stop, onCall } = app.startBackgroundWork(logger);
  lifecycle.onStop('end the background work', stop);

  measureCertificate(metrics.registry, tls.cert);
  measureDatabase(metrics.registry, { main: pool });
  measureKeySets(metrics.registry, app.keySetAges);
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
    checkGrant: app.checkGrant,
    ready: () => !lifecycle.signal.aborted,
    ...{ metrics, onCall },
    logger,
  });
  lifecycle.onStop('finish the calls in flight', () => server.drain());
  logger.info({ address: server.address, operations: operations.url }, 'ready');
});

function connectCounted(
  { witnessTargets }: Config,
  tls: Tls,
  registry: Registry,
  { onStop }: Pick<Lifecycle, 'onStop'>,
) {
  const { witnesses, close } = connectWitnesses(witnessTargets, tls);
  onStop('connections to witnesses', () => {
    close();
    return Promise.resolve();
  });
  return countAnswers(witnesses, countWitnessAnswers(registry, witnesses.length));
}

/** Only the host of the address, because a tenant may have put a secret into the rest. */
function traced(observe: ObserveKeySet): ObserveKeySet {
  return (source, maxAgeSeconds) =>
    inSpanOrRoot({ name: 'observe key set', kind: 'client' }, async (span) => {
      span?.set({ 'server.address': hostOf(addressOf(source)) });
      const observed = await observe(source, maxAgeSeconds);
      if (!observed.ok) span?.fail('key-set-unusable', false);
      return observed;
    });
}

function addressOf({ issuer, keySource }: IssuerKeys): string {
  return keySource === 'discovery' ? issuer : keySource.jwksUri;
}
