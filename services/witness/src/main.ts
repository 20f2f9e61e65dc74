import { readFileSync } from 'node:fs';
import { readSecretFile, readTls } from '@wallet-service/config';
import {
  createLogger,
  createMetrics,
  measureCertificate,
  recordTraces,
  run,
  startOperationsServer,
  type Logger,
} from '@wallet-service/runtime';
import type { RootDocument } from '@wallet-service/signer-protocol';
import { createApp, type Listeners } from './app.js';
import { readConfigFromProcess } from './config.js';
import { openStateDirectory } from './disk/state-directory-store.js';
import { createJsonClient } from './key-sets/json-client.js';
import { createKeySetClient } from './key-sets/key-set-client.js';
import { createWitnessMetrics, measureRoot, type WitnessMetrics } from './metrics.js';
import type { OfferOutcome } from './logs/take-offer.js';
import { readRootDocument } from './root/root-keeper.js';
import { startServer } from './server.js';
import { parseWitnessKey, type WitnessKey } from './statements/witness-key.js';

const service = 'witness';
const keySetTimeoutMs = 3_000;

run(service, async (lifecycle) => {
  const config = readConfigFromProcess();
  const logger = createLogger({ service, level: config.logLevel });
  if (config.keySets.allowLoopback) {
    logger.warn(
      'JWKS_ALLOW_LOOPBACK: tenants can make this process fetch from this machine; never use it in production',
    );
  }
  await recordTraces({ service, settings: config.tracing, lifecycle, logger });
  const key = parseWitnessKey(readSecretFile(config.witnessKeyFile, { allowShared: config.development }));
  const baked = readRootDocument(readFileSync(config.rootDocumentFile), config.rootDocumentFile);
  const metrics = createMetrics(service);
  const counts = createWitnessMetrics(metrics.registry);
  const state = await openStateDirectory({
    directory: config.stateDirectory,
    newStateUntilMs: config.newStateUntilMs,
    now: Date.now,
    onFailure: (error) => {
      counts.countStateFailure();
      logger.error({ err: error }, 'the state directory failed; nothing is signed');
    },
  });
  lifecycle.onStop('give the state directory back', state.close);
  const app = await createApp({
    key,
    baked,
    state,
    fetchKeySet: createKeySetClient({
      fetchText: createJsonClient(config.keySets),
      timeoutMs: keySetTimeoutMs,
    }),
    now: Date.now,
    ...listenersOf(key, counts, logger),
  });
  reportIfUnnamed(app.root(), key, logger);
  measureRoot(metrics.registry, app.root, (root) => isNamed(root, key));
  lifecycle.onStop('end the background work', app.startBackgroundWork(logger).stop);
  const tls = readTls(config);
  measureCertificate(metrics.registry, tls.cert);
  const operations = await startOperationsServer({
    listen: config.metricsListen,
    registry: metrics.registry,
    ready: async () => !lifecycle.signal.aborted && (await state.isHeld()),
  });
  lifecycle.onStop('close the operations server', () => operations.close());
  const server = await startServer({
    handlers: app.handlers,
    listen: config.listen,
    tls,
    ready: () => !lifecycle.signal.aborted,
    metrics,
    logger,
  });
  lifecycle.onStop('finish the calls in flight', () => server.drain());
  logger.info({ address: server.address, operations: operations.url, kid: key.kid }, 'ready');
});

/** Listeners that count what happens, and write it to the log. */
function listenersOf(key: WitnessKey, counts: WitnessMetrics, logger: Logger): Listeners {
  return {
    onRootTaken: (root) => {
      counts.countDocument('root', 'accepted');
      logger.info({ version: root.version }, 'a newer root document is in force');
      reportIfUnnamed(root, key, logger);
    },
    onRootRefused: (details) => {
      counts.countDocument('root', 'refused');
      logger.warn(details, 'a root document was refused');
    },
    onOffered: (outcome, applicationId, problem) => {
      counts.countDocument('application', outcome);
      const details = { applicationId, outcome, problem };
      if (outcome === 'accepted') logger.info(details, "an application's document was accepted");
      else logger.warn(details, "an application's document was not accepted");
    },
    onFetched: (outcome, { issuer }, problem) => {
      counts.countFetch(outcome);
      if (outcome !== 'complete') logger.warn({ issuer, outcome, problem }, 'a key set was not seen in full');
    },
    onCheckpointOffered: (outcome, applicationId, problem) => {
      counts.countCheckpoint(outcome);
      reportCheckpoint(outcome, { applicationId, outcome, problem }, logger);
    },
    onClockBehind: (seconds) => {
      counts.countClockFailure();
      logger.error({ seconds }, 'the clock went back; nothing is signed until it has caught up');
    },
  };
}

function isNamed({ witnesses }: RootDocument, { kid, publicKey }: WitnessKey): boolean {
  return witnesses.keys.some((each) => each.kid === kid && Buffer.compare(each.publicKey, publicKey) === 0);
}

/** What only a loss or tampering explains is said loudly, because whoever did it may rule over the other logs. */
function reportCheckpoint(
  outcome: OfferOutcome,
  details: Readonly<Record<string, unknown>>,
  logger: Pick<Logger, 'warn' | 'error'>,
): void {
  if (outcome === 'rolled-back' || outcome === 'forked')
    logger.error(details, 'INCIDENT: a journal lacks entries that this witness has cosigned');
  else if (outcome === 'refused')
    logger.error(details, 'INCIDENT: a checkpoint is not signed by the key of its journal');
  else if (outcome === 'new-generation') logger.warn(details, 'a loss of a journal was accepted');
}

/** It keeps serving, because a newer root document may name it. */
function reportIfUnnamed(root: RootDocument, key: WitnessKey, logger: Pick<Logger, 'error'>): void {
  if (isNamed(root, key)) return;
  logger.error(
    { kid: key.kid, rootVersion: root.version },
    'the root document does not name this witness; nobody believes what it states',
  );
}
