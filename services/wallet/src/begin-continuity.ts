import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool, guardServer } from '@wallet-service/postgres';
import { createResting, gaugeOf, type Lifecycle, type Logger } from '@wallet-service/runtime';
import { uuidV7 } from '@wallet-service/values';
import type { Pool } from 'pg';
import { Counter, type Registry } from 'prom-client';
import type { Share } from './checkpoints/checkpoint-round.js';
import { createContinuity, type Continuity } from './durability/continuity.js';
import { continuityStore, shareOf } from './durability/continuity-store.js';
import type { JournalMacs } from './journal/journal-macs.js';
import { writeLossFile } from './durability/loss-file-store.js';
import { createTold } from './durability/told.js';

const beatEveryMs = 1_000;
/** Of a replica that serves nobody. The others wait for it after a failover, for longer than this. */
const beatAtRestMs = 5_000;
const liftedWithoutKey =
  'INCIDENT: a stop was lifted by somebody without the event key; it is in force again';

export type OpenContinuity = Pick<Continuity, 'asking' | 'refusal'> & {
  /** This replica's part of what living replicas divide. */
  readonly share: () => Promise<Share>;
  /** As in Continuity. If that fails, the log says so. Who finds it again tries again. */
  readonly stopJournal: (...stop: Parameters<Continuity['stopJournal']>) => void;
  /** Resolves when the server of now has been compared. From then on the pools are guarded, and beats are written. */
  readonly begin: (guarded: readonly Pool[], dropCaches: () => void) => Promise<void>;
};

export type ContinuityOptions = {
  readonly url: string;
  readonly eventKey: Uint8Array;
  readonly macs: JournalMacs;
  /** Of the files for the operator. */
  readonly folder: string;
  readonly countIncident: (finding: 'acceptance-forged') => void;
};

/** What notices that the database is another one. */
export function openContinuity(
  { url, eventKey, macs, folder, countIncident }: ContinuityOptions,
  {
    registry,
    logger,
    lifecycle,
  }: { readonly registry: Registry; readonly logger: Logger; readonly lifecycle: Lifecycle },
): OpenContinuity {
  const newId = (): string => uuidV7(Date.now(), randomBytes(10));
  const replicaId = newId();
  const database = createPool({ url, max: 1, logger, applicationName: 'wallet-continuity' });
  lifecycle.onStop('close the connection that compares', () => database.end());
  let dropCaches = (): void => undefined;
  const unheard = new Counter({
    name: 'wallet_service_replicas_unheard_total',
    help:
      'Replicas that did not compare a new database server in time, so that nobody knows whether it lacks what only ' +
      'they remember.',
    registers: [registry],
  });
  const continuity = createContinuity({
    store: continuityStore({ database, replicaId, newId, macs }),
    told: createTold(),
    newId,
    sleep,
    async keep(lost) {
      const file = await writeLossFile({ folder, eventKey, now: Date.now() }, { lost, replicaId });
      logger.error({ file }, 'what only this process still had is in a file');
    },
    onLost: ({ applicationId, wallets, entries }) => {
      const counts = { wallets: wallets.length, entries: entries.length };
      logger.error({ applicationId, ...counts }, 'INCIDENT: the database lost what it had confirmed');
    },
    onForged: (stops) => {
      for (const { applicationId, lossId, reason } of stops) {
        countIncident('acceptance-forged');
        logger.error({ applicationId, lossId, reason }, liftedWithoutKey);
      }
    },
    onUnheard: (count) => {
      unheard.inc(count);
      logger.error({ count }, 'replicas that may remember more did not look at the new database server');
    },
    dropCaches: () => {
      dropCaches();
    },
  });
  measureStops(registry, continuity.stops);
  const beats = createResting(async () => {
    await continuity.beat();
    return beatAtRestMs;
  });
  return {
    asking: (applicationId) => {
      beats.wake();
      return continuity.asking(applicationId);
    },
    refusal: continuity.refusal,
    share: () => shareOf(database, replicaId),
    stopJournal: (applicationId, reason, details) => {
      continuity.stopJournal(applicationId, reason, details).catch((error: unknown) => {
        logger.warn({ applicationId, err: error }, 'a journal cannot be stopped on the other replicas yet');
      });
    },
    async begin(guarded, drop) {
      dropCaches = drop;
      await continuity.begin();
      for (const pool of guarded) guardServer(pool, continuity.admit);
      lifecycle.onStop('leave the replicas', continuity.end);
      lifecycle.onStop('keep what is lost', continuity.keep);
      const stop = beats.begin({ pauseMs: beatEveryMs }, (error) => {
        logger.warn({ err: error }, 'the database cannot be compared with what this process was told');
      });
      lifecycle.onStop('end the beats', stop);
    },
  };
}

function measureStops(registry: Registry, stops: Continuity['stops']): void {
  gaugeOf(
    registry,
    {
      name: 'wallet_service_applications_stopped',
      help: 'Applications for which nothing is done until an operator accepts what the database lost.',
    },
    () => stops().applications.size,
  );
  gaugeOf(
    registry,
    {
      name: 'wallet_service_journals_stopped',
      help: 'Applications whose journal is stopped, so that nothing is signed, until an operator has looked.',
    },
    () => stops().journals.size,
  );
}
