import { randomBytes } from 'node:crypto';
import type { Grant } from '@wallet-service/grants';
import { acting, type Handlers, type IdentityDefinition } from '@wallet-service/grpc';
import { createFreshReader, outboxHandlers } from '@wallet-service/postgres';
import { afterStaleReadsExpire, createRowMac, uuidV7, type RowMac } from '@wallet-service/values';
import type { Logger } from '@wallet-service/runtime';
import { applicationHandlers } from './applications/application-handlers.js';
import { listApplicationRows } from './applications/application-store.js';
import { authenticationHandlers } from './authentication/authentication-handlers.js';
import { createCheckGrant } from './authentication/check-grant.js';
import { createDirectory } from './directory/directory-store.js';
import { createGrantIssuer } from './authentication/issue-grants.js';
import { loadSnapshot } from './authentication/load-snapshot.js';
import { createSnapshotCache, type SnapshotCacheDeps } from './authentication/snapshot-cache.js';
import { startBackgroundWork, type IdentityWork } from './background-work.js';
import type { AppOptions } from './app-options.js';
import { composeProviders, fetchSeconds } from './compose-providers.js';
import { composeTrust } from './compose-trust.js';
import { operatorKeyIdOf } from './credentials.js';
import { eventHandlers, type EventHandlersDeps } from './events/event-handlers.js';
import { readKeySetAges, type KeySetAges } from './key-sets/key-set-age-store.js';
import { composePeople } from './compose-people.js';
import { secretKeyHandlers } from './secret-keys/secret-key-handlers.js';
import { createRowMacs } from './row-macs.js';
import { adoptRows, type AdoptedCounts } from './adopt-rows-store.js';
import { noteUses } from './secret-keys/secret-key-store.js';
import { createUseRecorder } from './secret-keys/use-recorder.js';
import { createTenancy } from './tenancy-store.js';

export type App = {
  readonly handlers: Handlers<IdentityDefinition>;
  readonly checkGrant: (bytes: Uint8Array) => Promise<Grant>;
  readonly startBackgroundWork: (logger: Pick<Logger, 'error'>) => IdentityWork;
  readonly isDatabaseReachable: () => Promise<boolean>;
  readonly keySetAges: () => Promise<KeySetAges>;
  /**
   * Only for the upgrade from a release without MACs: trusts the content of rows that have none, and gives
   * them one.
   */
  readonly adoptRows: () => Promise<AdoptedCounts>;
};

/** Composes the service: everything except the process around it. */
export function createApp(options: AppOptions): App {
  const { pool, keySets, pepper, operatorKey } = options;
  const now = () => Date.now();
  const macs = createRowMacs(pepper, options.adoptRowsUntilMs, options.onForged);
  const changeMac = createRowMac({ secret: pepper, purpose: 'identity/change' });
  const tenancy = createTenancy(pool, macs, eventMacOf(options), outboxOf(changeMac, now));
  const directory = createDirectory(pool);
  const findByApplicationId = createFreshReader(directory.byApplicationIds);
  const snapshotOf = createSnapshotCache({
    load: (id) => loadSnapshot(tenancy, id),
    findByApplicationId,
    onFallen: onFallenOf(options),
  });
  const uses = createUseRecorder((noted) => tenancy.acrossApplications((rows) => noteUses(rows, noted)), now);
  const trust = composeTrust(options, { tenancy, now, findByApplicationId });
  const shared = { tenancy, snapshotOf, pepper, ...trust.changing };
  const providers = composeProviders(options, { ...shared, ...trust, findByApplicationId });

  const operatorKeyId = operatorKeyIdOf(pepper, operatorKey);
  const findBySecretKeyId = createFreshReader(directory.bySecretKeyIds);

  const issueGrants = createGrantIssuer({ sign: options.signGrant, now });
  const { observeKeySet } = trust;
  const people = composePeople(options, {
    ...{ tenancy, now, issueGrants, findByApplicationId, snapshotOf, observeKeySet },
  });

  const handlers: Handlers<IdentityDefinition> = {
    ...authenticationHandlers({
      ...shared,
      operatorKey,
      operatorKeyId,
      issueGrants,
      findByApiKey: createFreshReader(directory.byApiKeys),
      findBySecretKeyId,
      now,
      noteUse: uses.note,
    }),
    ...applicationHandlers({
      ...shared,
      find: (id) => tenancy.within(id, ({ application }) => application.find()),
      list: (after, limit) =>
        tenancy.acrossApplications((rows) => listApplicationRows(rows, macs, after, limit)),
    }),
    ...secretKeyHandlers(shared),
    ...people.handlers,
    ...providers.handlers,
    ...eventHandlers({ tenancy, onSuspect: onSuspectOf(options) }),
    ...outboxHandlers({ database: pool, mac: changeMac, onForeign: onForeignOf(options) }),
    ...trust.handlers,
    async SubmitApplicationDocument(request, call) {
      const answer = await trust.handlers.SubmitApplicationDocument(request, call);
      await providers.fetchMissing(request.applicationId);
      return answer;
    },
  };

  return {
    handlers: answeringChangesLate(handlers),
    checkGrant: createCheckGrant({
      verifyGrant: options.verifyGrant,
      operatorKeyId,
      ...people.checks,
      findBySecretKeyId,
      snapshotOf,
      now,
    }),
    startBackgroundWork: (logger) =>
      startBackgroundWork({
        tenancy,
        macs,
        carryOut: providers.carryOut,
        tryProposal: trust.tryProposal,
        fetchSeconds,
        uses,
        removeEnded: people.removeEnded,
        logger,
        ...keySets,
      }),
    adoptRows: () => tenancy.acrossApplications((rows) => adoptRows(rows, macs)),
    keySetAges: () => tenancy.acrossApplications(readKeySetAges),
    isDatabaseReachable: () => succeeds(directory.ping()),
  };
}

function outboxOf(mac: RowMac, now: () => number) {
  return { mac, maker: acting, newId: () => uuidV7(now(), randomBytes(10)), now };
}

function onSuspectOf({ onRowRefused }: AppOptions): EventHandlersDeps['onSuspect'] {
  return (applicationId, suspect) => {
    onRowRefused('event', { applicationId, ...suspect });
  };
}

function onForeignOf({ onRowRefused }: AppOptions) {
  return (change: { readonly applicationId: string; readonly id: string }): void => {
    onRowRefused('change', change);
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
