import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Grant } from '@wallet-service/grants';
import type { Handlers, IdentityDefinition } from '@wallet-service/grpc';
import { createFreshReader, type createPool } from '@wallet-service/postgres';
import { afterStaleReadsExpire, createRowMac } from '@wallet-service/values';
import type { BackgroundWork, Logger, RowAlarm } from '@wallet-service/runtime';
import { applicationHandlers } from './applications/application-handlers.js';
import { listApplicationRows } from './applications/application-store.js';
import { authenticationHandlers } from './authentication/authentication-handlers.js';
import { createCheckGrant } from './authentication/check-grant.js';
import { createDirectory } from './authentication/directory-store.js';
import { createGrantIssuer } from './authentication/issue-grants.js';
import { loadSnapshot } from './authentication/load-snapshot.js';
import { createSnapshotCache, type SnapshotCacheDeps } from './authentication/snapshot-cache.js';
import { startBackgroundWork } from './background-work.js';
import type { Config } from './config.js';
import { operatorKeyIdOf } from './credentials.js';
import { eventHandlers, type EventHandlersDeps } from './events/event-handlers.js';
import { carryOutFetch, nextFetchSeconds, type FetchOutcome } from './key-sets/carry-out-fetch.js';
import { createFetchGate } from './key-sets/fetch-gate.js';
import type { FetchedKeySet } from './key-sets/key-set-client.js';
import { keySetHandlers } from './key-sets/key-set-handlers.js';
import { readKeySetAges, type KeySetAges } from './key-sets/key-set-age-store.js';
import type { FetchDuty } from './key-sets/key-set-claim-store.js';
import { readBytesOfAll } from './key-sets/key-set-room-store.js';
import { createRefreshKeySet } from './key-sets/refresh-key-set.js';
import { refreshProvider } from './key-sets/refresh-provider.js';
import { providerHandlers } from './providers/provider-handlers.js';
import { secretKeyHandlers } from './secret-keys/secret-key-handlers.js';
import { createRowMacs, type ForgedRow } from './row-macs.js';
import { adoptRows, type AdoptedCounts } from './adopt-rows-store.js';
import { noteUses } from './secret-keys/secret-key-store.js';
import { createUseRecorder } from './secret-keys/use-recorder.js';
import { createTenancy } from './tenancy-store.js';
import { createProposeTrustBundle } from './trust-bundle/propose-trust-bundle.js';
import { trustBundleHandlers } from './trust-bundle/trust-bundle-handlers.js';
import { changeMark, listTrustedRows, type TrustedRow } from './trust-bundle/trust-bundle-store.js';

export type AppOptions = {
  readonly pool: ReturnType<typeof createPool>;
  readonly fetchKeySet: (jwksUri: string) => Promise<FetchedKeySet>;
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
  readonly onRowRefused: RowAlarm<'event' | 'revision'>;
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

/** Composes the service: everything except the process around it. */
export function createApp(options: AppOptions): App {
  const { pool, fetchKeySet, keySets, pepper, operatorKey, logger } = options;
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
  const bytesOfAll = () => tenancy.acrossApplications(readBytesOfAll);
  const timing = { ...keySets, bytesOfAll, random: Math.random };
  const carryOut = (duty: FetchDuty): Promise<FetchOutcome> =>
    carryOutFetch({ tenancy, fetchKeySet, ...timing, onFailure: reportFailure(logger) }, duty);
  const shared = { tenancy, snapshotOf, pepper, now, randomBytes };

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
      bytesOfAll,
      jwksUriRules: keySets,
      fetchKeySet: createFetchGate(fetchKeySet, fetchesForCallers),
      nextFetchSeconds: () => nextFetchSeconds(timing, 0),
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
    ...trustBundleHandlers({
      proposeTrustBundle: createProposeTrustBundle({
        changeMark: () => tenancy.acrossApplications(changeMark),
        list: () => tenancy.acrossApplications((rows) => listTrustedRows(rows, macs)),
        onLeftOut: reportLeftOut(logger),
      }),
    }),
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
      startBackgroundWork({ tenancy, macs, carryOut, fetchSeconds, uses, logger, ...keySets }),
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
    UpdateApplication: afterStaleReadsExpire(handlers.UpdateApplication),
    UpdateProvider: afterStaleReadsExpire(handlers.UpdateProvider),
    DeleteProvider: afterStaleReadsExpire(handlers.DeleteProvider),
    RefreshProvider: afterStaleReadsExpire(handlers.RefreshProvider),
  };
}

function reportLeftOut(logger: AppOptions['logger']) {
  return ({ applicationId, issuer }: TrustedRow): void => {
    logger.error({ applicationId, issuer }, 'a stored key set is invalid; the trust bundle leaves it out');
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
