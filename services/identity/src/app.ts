import { randomBytes, type KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Grant } from '@wallet-service/grants';
import type { Handlers, IdentityDefinition } from '@wallet-service/grpc';
import { createFreshReader, type createPool } from '@wallet-service/postgres';
import { afterStaleReadsExpire, createRowMac } from '@wallet-service/values';
import type { BackgroundWork, Logger, RowAlarm } from '@wallet-service/runtime';
import type { RootInForce } from '@wallet-service/signer-protocol';
import { applicationHandlers } from './applications/application-handlers.js';
import { listApplicationRows } from './applications/application-store.js';
import { authenticationHandlers } from './authentication/authentication-handlers.js';
import { createCheckGrant } from './authentication/check-grant.js';
import { createDirectory } from './authentication/directory-store.js';
import { createGrantIssuer } from './authentication/issue-grants.js';
import { loadSnapshot } from './authentication/load-snapshot.js';
import { createSnapshotCache, type SnapshotCacheDeps } from './authentication/snapshot-cache.js';
import { startBackgroundWork } from './background-work.js';
import { composeTrust } from './compose-trust.js';
import type { Config } from './config.js';
import { operatorKeyIdOf } from './credentials.js';
import { eventHandlers, type EventHandlersDeps } from './events/event-handlers.js';
import { carryOutFetch, nextFetchSeconds, type FetchOutcome } from './key-sets/carry-out-fetch.js';
import { createFetchGate } from './key-sets/fetch-gate.js';
import { keySetHandlers } from './key-sets/key-set-handlers.js';
import { readKeySetAges, type KeySetAges } from './key-sets/key-set-age-store.js';
import type { FetchDuty } from './key-sets/key-set-claim-store.js';
import type { IssuerKeys, ObserveKeySet } from './key-sets/observe-key-set.js';
import { createRefreshKeySet } from './key-sets/refresh-key-set.js';
import { refreshProvider } from './key-sets/refresh-provider.js';
import { providerHandlers } from './providers/provider-handlers.js';
import { secretKeyHandlers } from './secret-keys/secret-key-handlers.js';
import { createRowMacs, type ForgedRow } from './row-macs.js';
import { adoptRows, type AdoptedCounts } from './adopt-rows-store.js';
import { noteUses } from './secret-keys/secret-key-store.js';
import { createUseRecorder } from './secret-keys/use-recorder.js';
import { createTenancy } from './tenancy-store.js';
import type { AskWitness } from './witnesses/ask-witnesses.js';

export type AppOptions = {
  readonly pool: ReturnType<typeof createPool>;
  /** In the order of the configuration. */
  readonly witnesses: readonly AskWitness[];
  /** What the signers' image trusts. */
  readonly bakedRoot: RootInForce;
  readonly registrarKey: KeyObject;
  /** Wraps every question for a key set, to trace it. */
  readonly observing?: (observe: ObserveKeySet) => ObserveKeySet;
  readonly keySets: Config['keySets'];
  readonly pepper: Buffer;
  readonly operatorKey: string;
  readonly signGrant: (grant: Grant) => Buffer;
  /** Throws `auth.grant-invalid`. */
  readonly verifyGrant: (bytes: Uint8Array) => Grant;
  /** Called for every row that was read and that identity did not write. */
  readonly onForged: (row: ForgedRow) => void;
  /** Until when rows without a MAC count as written before there were MACs. */
  readonly adoptRowsUntilMs: number | undefined;
  readonly onRowRefused: RowAlarm<'event' | 'revision' | 'trust-document' | 'root-document'>;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
};

export type App = {
  readonly handlers: Handlers<IdentityDefinition>;
  readonly checkGrant: (bytes: Uint8Array) => Promise<Grant>;
  readonly startBackgroundWork: (logger: Pick<Logger, 'error'>) => BackgroundWork;
  readonly isDatabaseReachable: () => Promise<boolean>;
  readonly keySetAges: () => Promise<KeySetAges>;
  /**
   * Only for the upgrade from a release without MACs: trusts the content of rows that have none, and gives
   * them one.
   */
  readonly adoptRows: () => Promise<AdoptedCounts>;
};

/**
 * How long a fetch may take before another replica may begin one. Longer than the time limit of the fetch
 * itself.
 */
const fetchSeconds = 5;
const fetchesForCallers = { most: 64, mostOfOne: 8 };
/** What witnesses saw this long ago is new enough to register a provider. */
const registrationSeconds = 5;

/** Composes the service: everything except the process around it. */
export function createApp(options: AppOptions): App {
  const { pool, keySets, pepper, operatorKey, logger } = options;
  const now = () => Date.now();
  const macs = createRowMacs(pepper, options.adoptRowsUntilMs, options.onForged);
  const tenancy = createTenancy(pool, macs, eventMacOf(options));
  const directory = createDirectory(pool);
  const findByApplicationId = createFreshReader(directory.byApplicationIds);
  const snapshotOf = createSnapshotCache({
    load: (id) => loadSnapshot(tenancy, id),
    findByApplicationId,
    onFallen: onFallenOf(options),
  });
  const uses = createUseRecorder((noted) => tenancy.acrossApplications((rows) => noteUses(rows, noted)), now);
  const timing = { ...keySets, random: Math.random };
  const trust = composeTrust(options, {
    tenancy,
    macs,
    now,
    findByApplicationId,
    nextFetchSeconds: () => nextFetchSeconds(timing, 0),
  });
  const carryOut = (duty: FetchDuty, maxAgeSeconds: number): Promise<FetchOutcome> =>
    carryOutFetch(
      {
        tenancy,
        observeKeySet: trust.observeKeySet,
        ...timing,
        now,
        randomBytes,
        onFailure: reportFailure(logger),
      },
      duty,
      maxAgeSeconds,
    );
  const shared = { tenancy, snapshotOf, pepper, ...trust.changing };

  const operatorKeyId = operatorKeyIdOf(pepper, operatorKey);
  const findBySecretKeyId = createFreshReader(directory.bySecretKeyIds);

  const handlers: Handlers<IdentityDefinition> = {
    ...authenticationHandlers({
      ...shared,
      operatorKey,
      operatorKeyId,
      issueGrants: createGrantIssuer({ sign: options.signGrant, now }),
      findByApiKey: createFreshReader(directory.byApiKeys),
      findBySecretKeyId,
      noteUse: uses.note,
    }),
    ...applicationHandlers({
      ...shared,
      find: (id) => tenancy.within(id, ({ application }) => application.find()),
      list: (after, limit) =>
        tenancy.acrossApplications((rows) => listApplicationRows(rows, macs, after, limit)),
    }),
    ...secretKeyHandlers(shared),
    ...providerHandlers({
      ...shared,
      jwksUriRules: keySets,
      observeKeySet: createFetchGate(
        (source: IssuerKeys) => trust.observeKeySet(source, registrationSeconds),
        fetchesForCallers,
      ),
    }),
    ...keySetHandlers({
      refreshKeySet: createRefreshKeySet({
        ...shared,
        carryOut,
        findByApplicationId,
        cooldownSeconds: keySets.cooldownSeconds,
        fetchSeconds,
        sleep,
      }),
      refreshProvider: (applicationId, providerId) =>
        refreshProvider({ ...keySets, tenancy, carryOut, fetchSeconds }, applicationId, providerId),
    }),
    ...eventHandlers({ tenancy, onSuspect: onSuspectOf(options) }),
    ...trust.handlers,
  };

  return {
    handlers: answeringChangesLate(handlers),
    checkGrant: createCheckGrant({
      verifyGrant: options.verifyGrant,
      operatorKeyId,
      findBySecretKeyId,
      snapshotOf,
    }),
    startBackgroundWork: (logger) =>
      startBackgroundWork({
        tenancy,
        macs,
        carryOut,
        tryProposal: trust.tryProposal,
        fetchSeconds,
        uses,
        logger,
        ...keySets,
      }),
    adoptRows: () => tenancy.acrossApplications((rows) => adoptRows(rows, macs)),
    keySetAges: () => tenancy.acrossApplications(readKeySetAges),
    isDatabaseReachable: () => succeeds(directory.ping()),
  };
}

function onSuspectOf({ onRowRefused }: AppOptions): EventHandlersDeps['onSuspect'] {
  return (applicationId, suspect) => {
    onRowRefused('event', { applicationId, ...suspect });
  };
}

function onFallenOf({ onRowRefused }: AppOptions): SnapshotCacheDeps['onFallen'] {
  return ({ applicationId }) => {
    onRowRefused('revision', { applicationId, problem: 'rolled back' });
  };
}

function eventMacOf({ pepper, adoptRowsUntilMs }: AppOptions) {
  return createRowMac({ secret: pepper, purpose: 'identity/event', adoptUntilMs: adoptRowsUntilMs });
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

/**
 * Gateways may use what they were told about an application and its providers for a while. A change is
 * answered only after that.
 */
function answeringChangesLate(handlers: Handlers<IdentityDefinition>): Handlers<IdentityDefinition> {
  return {
    ...handlers,
    SubmitApplicationDocument: afterStaleReadsExpire(handlers.SubmitApplicationDocument),
    UpdateApplication: afterStaleReadsExpire(handlers.UpdateApplication),
    UpdateProvider: afterStaleReadsExpire(handlers.UpdateProvider),
    DeleteProvider: afterStaleReadsExpire(handlers.DeleteProvider),
    RefreshProvider: afterStaleReadsExpire(handlers.RefreshProvider),
  };
}

/** Without the address, because a tenant may have put a secret into it. */
function reportFailure(logger: AppOptions['logger']) {
  return ({ applicationId, providerId, failures }: FetchDuty, problem: string, expired: boolean): void => {
    const details = { applicationId, providerId, failures: failures + 1, problem };
    if (expired) logger.error(details, 'a key set is too old and is no longer used');
    else logger.warn(details, 'a key set could not be fetched; the last good one stays in use');
  };
}
