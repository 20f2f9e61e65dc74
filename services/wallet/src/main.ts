import { ConfigError, readSecretFile, readTls } from '@wallet-service/config';
import { createGrantVerifier, readGrantPublicKeys } from '@wallet-service/grants';
import { connect, definitions, type Tls } from '@wallet-service/grpc';
import { openArchive } from '@wallet-service/journal-archive';
import { noArchive } from '@wallet-service/journal-format';
import { createPool, migrateFirst } from '@wallet-service/postgres';
import { createMemoryStore, createRedisStore, type SharedStore } from '@wallet-service/redis';
import {
  createLogger,
  createMetrics,
  createRowAlarm,
  recordTraces,
  repeat,
  run,
  startOperationsServer,
  type Lifecycle,
  type Logger,
} from '@wallet-service/runtime';
import { Refused } from '@wallet-service/signer-protocol';
import { createApp } from './app.js';
import { acceptLossCommand, resumeCommand } from './accept-stops.js';
import { monthsOverdue } from './archive/months.js';
import { partitions } from './archive/partitions-store.js';
import { archiveCommand } from './archive-journals.js';
import { audit, rewrap } from './commands.js';
import { connectSigner, untilConnected } from './connect-signer.js';
import { openContinuity } from './begin-continuity.js';
import { checkpointListenersOf, journalRolledBack } from './checkpoint-listeners.js';
import { beginStandbyWatch } from './begin-standby-watch.js';
import type { Listeners } from './app-options.js';
import { connectWitnesses } from './checkpoints/witness-client.js';
import { changesOf } from './journal/changes-client.js';
import { createJournalMacs } from './journal/journal-macs.js';
import { createPolicyClient } from './policy/policy-client.js';
import { createCheckPeers } from './signer/peer-health-client.js';
import type { SignerClient } from './signer/signer-client.js';
import { mergeSignerMetrics } from './signer/signer-metrics.js';
import { isForgedTrust, isIncident } from './signer/signer-refusals.js';
import { readConfigFromProcess, type Config } from './config.js';
import { measureProcess } from './measure-process.js';
import { createWalletMetrics, type WalletMetrics } from './metrics.js';
import { startServer } from './server.js';
import { createGetTrust } from './trust/get-trust.js';

const service = 'wallet';
const shortestKeyBytes = 32;

run(service, async (lifecycle) => {
  const config = readConfigFromProcess();
  const logger = createLogger({ service, level: config.logLevel });
  const [, , command, ...args] = process.argv;
  const { database } = config;
  // Nothing that is open would keep the process alive.
  if (!(await migrateFirst({ service, database, from: import.meta.url, command, logger }))) return;
  if (command === 'rewrap') {
    await rewrap(config, logger);
    return;
  }
  if (command === 'audit') {
    await audit(config, logger);
    return;
  }
  if (command === 'accept-loss' || command === 'resume') {
    const say = (line: string): boolean => process.stdout.write(`${line}\n`);
    const deps = { config, eventKey: readEventKey(config), logger, say };
    const isDone = await (command === 'resume' ? resumeCommand : acceptLossCommand)(deps, args);
    if (!isDone) process.exitCode = 1;
    return;
  }
  if (command === 'archive') {
    const say = (line: string): boolean => process.stdout.write(`${line}\n`);
    const keys = { eventKey: readEventKey(config), previousEventKey: readPreviousEventKey(config) };
    if (!(await archiveCommand({ config, logger, say, now: Date.now, ...keys }, args))) process.exitCode = 1;
    return;
  }
  await start(config, logger, lifecycle);
});

async function start(config: Config, logger: Logger, lifecycle: Lifecycle): Promise<void> {
  await recordTraces({ service, settings: config.tracing, lifecycle, logger });
  const tls = readTls(config);
  const now = Date.now;
  const [eventKey, previousEventKey] = [readEventKey(config), readPreviousEventKey(config)];
  const publicKeys = readGrantPublicKeys(config.grantPublicKeysFile);
  const checkGrant = createGrantVerifier({ publicKeys, audience: service, now });
  const { database, journalDatabase } = openPools(config, logger, lifecycle);
  const sharedStore = connectSharedStore(config, logger);
  lifecycle.onStop('close the shared store', () => sharedStore.close());
  const signer = connectSigner(config, tls);
  lifecycle.onStop('close the streams to the signer', () => {
    signer.close();
    return Promise.resolve();
  });
  const { identity, policy, changeSources } = connectServices(config, tls, lifecycle);
  const { witnesses, close } = connectWitnesses(config.witnessTargets, tls);
  lifecycle.onStop('close the connections to the witnesses', () => {
    close();
    return Promise.resolve();
  });
  const metrics = createMetrics(service);
  const outputs = { registry: metrics.registry, logger, lifecycle };
  const macs = createJournalMacs(eventKey, config.adoptRowsUntilMs, { previousSecret: previousEventKey });
  const walletMetrics = createWalletMetrics(metrics.registry);
  const { countIncident } = walletMetrics;
  const watched = { url: config.database.url, folder: config.lossDirectory, eventKey, macs, countIncident };
  const continuity = openContinuity(watched, outputs);
  const app = createApp({
    continuity,
    database,
    journalDatabase,
    archive: config.archive ? openArchive(config.archive) : noArchive,
    sharedStore,
    policy: createPolicyClient(policy, now),
    signer,
    ...{ witnesses, checkPeers: createCheckPeers({ ...config, tls }), changeSources },
    identity: { getTrust: createGetTrust(identity, now), identityConnected: identity.connected },
    eventKey,
    macs,
    now,
    ...listenersOf(logger, walletMetrics),
    onRowRefused: createRowAlarm({ ...outputs, rows: ['event', 'pending'] }),
  });
  const measured = {
    ...{ database, journalDatabase, identity, policy, signer, certificate: tls.cert },
    journalsWaiting: app.journalsWaiting,
    changesWaiting: app.changesWaiting,
    monthsOverdue: async () =>
      config.archive ? monthsOverdue(await partitions(database), now(), config.journalMonths) : 0,
  };
  measureProcess(metrics.registry, measured);
  const databaseAnswers = (): Promise<boolean> => database.query('select 1').then(() => true);
  const operations = await startOperationsServer({
    listen: config.metricsListen,
    registry: {
      contentType: metrics.registry.contentType,
      metrics: async () => (await metrics.registry.metrics()) + (await signerMetrics(signer, now)),
    },
    ready: async () => signer.connected() && policy.connected() && (await databaseAnswers()),
  });
  lifecycle.onStop('close the operations server', () => operations.close());
  await continuity.begin([database, journalDatabase], app.dropCaches);
  if (previousEventKey) await beginRenewals(app.renewMacs, { logger, lifecycle });
  await beginStandbyWatch(config.synchronousStandby, database, outputs);
  const { stop, onCall } = app.startBackgroundWork(logger);
  lifecycle.onStop('end the background work', stop);
  await untilConnected([signer, policy]);
  const server = await startServer({
    handlers: app.handlers,
    listen: config.listen,
    tls,
    checkGrant,
    ready: () => !lifecycle.signal.aborted,
    ...{ metrics, onCall },
    logger,
  });
  lifecycle.onStop('finish the calls in flight', () => server.drain());
  logger.info({ address: server.address, operations: operations.url }, 'ready');
}

/**
 * Renews the MACs now and every 10 s: another replica, which has not been rolled yet, goes on writing MACs of the
 * previous key.
 */
async function beginRenewals(
  renewMacs: () => Promise<number>,
  { logger, lifecycle }: { readonly logger: Logger; readonly lifecycle: Lifecycle },
): Promise<void> {
  const renew = async (): Promise<void> => {
    logger.info({ renewed: await renewMacs() }, 'the logs have MACs of EVENT_KEY_FILE');
  };
  await renew();
  const stop = repeat(renew, { pauseMs: 10_000 }, (error) => {
    logger.warn({ err: error }, 'the MACs of the logs cannot be renewed');
  });
  lifecycle.onStop('end the renewal of MACs', stop);
}

function openPools({ database: { url, poolSize } }: Config, logger: Logger, lifecycle: Lifecycle) {
  const database = createPool({ url, max: poolSize, logger, applicationName: service });
  lifecycle.onStop('close the database pool', () => database.end());
  // Two batches are written at a time. The third connection takes over if one breaks.
  const journalDatabase = createPool({ url, max: 3, logger, applicationName: `${service}-journal` });
  lifecycle.onStop('close the connections of the journal', () => journalDatabase.end());
  return { database, journalDatabase };
}

function readEventKey({
  eventKeyFile: file,
  development,
}: Pick<Config, 'eventKeyFile' | 'development'>): Buffer {
  const key = readSecretFile(file, { allowShared: development });
  if (key.length < shortestKeyBytes)
    throw new ConfigError([`${file} must hold at least ${shortestKeyBytes} random bytes`]);
  return key;
}

function readPreviousEventKey({ previousEventKeyFile, development }: Config): Buffer | undefined {
  if (previousEventKeyFile === undefined) return undefined;
  return readEventKey({ eventKeyFile: previousEventKeyFile, development });
}

const notMadeBySigner = 'INCIDENT: what is stored of a wallet is not what a signer made';
const forgedTrust = 'INCIDENT: a signer was offered an old or forged document of an application';

/** Listeners that write what happens to the log, the metrics, or both. */
function listenersOf(logger: Logger, walletMetrics: WalletMetrics): Omit<Listeners, 'onRowRefused'> {
  return {
    observeJournalBatch: walletMetrics.observeJournalBatch,
    observeIntegration: walletMetrics.observeIntegration,
    observeSigning: (event) => {
      walletMetrics.observeSigning(event);
      if ('error' in event) logger.warn({ err: event.error }, event.event);
    },
    onSignerRefused: (refused, traceId) => {
      // Who asks for checkpoints decides what it means.
      if (refused.refusal.startsWith('log-')) return;
      const details = { refusal: refused.refusal, details: refused.details, traceId };
      if (isIncident(refused)) {
        walletMetrics.countIncident(refused.refusal);
        logger.error(details, notMadeBySigner);
      } else logger.warn(details, 'the signer refused');
    },
    onNotBrought: (applicationId, error) => {
      walletMetrics.countTrustFailure('not-brought');
      logger.warn({ applicationId, err: error }, 'identity does not say what an application trusts');
    },
    onNotCollected: (error, source) => {
      logger.warn({ source, err: error }, 'changes wait there to be written to their journals');
    },
    onNotRecorded: (applicationId, error) => {
      walletMetrics.countTrustFailure('not-recorded');
      logger.warn({ applicationId, err: error }, 'the journal does not show yet what signers trust');
    },
    onTrustRefused: (applicationId, error, stillOld) => {
      const details = {
        applicationId,
        ...(error instanceof Refused && { details: error.details }),
        err: error,
      };
      walletMetrics.countTrustFailure(error instanceof Refused ? 'refused' : 'not-delivered');
      if (isForgedTrust(error) || stillOld) {
        walletMetrics.countIncident('trust-refused');
        logger.error(details, forgedTrust);
      } else logger.warn(details, 'a signer did not take what an application trusts');
    },
    onReceiptStoreError: (error) => {
      logger.warn({ err: error }, 'the receipts of multi-factor authentication cannot be reached');
    },
    onClaimFailed: (error) => {
      logger.warn(
        { err: error },
        'a pre-generated wallet could not be claimed; it can still be claimed later',
      );
    },
    ...checkpointListenersOf(logger, walletMetrics),
    onTampered: (finding, about) => {
      walletMetrics.countIncident(finding);
      logger.error({ ...about, finding }, finding === 'journal-broken' ? journalRolledBack : notMadeBySigner);
    },
    onLateKey: (walletId) => {
      logger.warn({ walletId }, 'a key arrived after its lock had ended and was dropped');
    },
  };
}

function connectServices(
  { identityTargets, policyTargets, webhooksTargets }: Config,
  tls: Tls,
  lifecycle: Lifecycle,
) {
  const identity = connect({
    definition: definitions.identity,
    targets: identityTargets,
    tls,
    serverName: 'identity',
  });
  const policy = connect({
    definition: definitions.policy,
    targets: policyTargets,
    tls,
    serverName: 'policy',
  });
  const webhooks = connect({
    definition: definitions.webhooks,
    targets: webhooksTargets,
    tls,
    serverName: 'webhooks',
  });
  lifecycle.onStop('close the streams to the other services', () => {
    for (const client of [identity, policy, webhooks]) client.close();
    return Promise.resolve();
  });
  const changeSources = [
    changesOf('identity', identity),
    changesOf('policy', policy),
    changesOf('webhooks', webhooks),
  ];
  return { identity, policy, changeSources };
}

function connectSharedStore({ redis }: Config, logger: Logger): SharedStore {
  return redis
    ? createRedisStore({ servers: redis, prefix: 'wallet:', logger })
    : createMemoryStore({ now: Date.now });
}

async function signerMetrics(signer: SignerClient, now: () => number): Promise<string> {
  const statuses = await signer.statuses({ deadline: now() + 1_000, traceId: '' });
  return mergeSignerMetrics(statuses.map(({ metrics }) => metrics));
}
