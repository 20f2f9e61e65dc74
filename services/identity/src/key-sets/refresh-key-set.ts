import { AppError } from '@wallet-service/errors';
import { createSingleFlight, isUuid, RecentlyUsed } from '@wallet-service/values';
import type { DirectoryEntry } from '../directory/directory-store.js';
import type { Snapshot } from '../authentication/snapshot.js';
import type { Tenancy } from '../tenancy-store.js';
import type { FetchDuty } from './key-set-claim-store.js';

export type RefreshKeySetDeps = {
  readonly tenancy: Pick<Tenancy, 'within'>;
  readonly carryOut: (duty: FetchDuty, maxAgeSeconds: number) => Promise<unknown>;
  /** MUST answer with what the database holds after the call. */
  readonly findByApplicationId: (id: string) => Promise<DirectoryEntry | undefined>;
  readonly snapshotOf: (entry: DirectoryEntry) => Promise<Snapshot>;
  /**
   * Seconds after which one more fetch of a provider's set is allowed, in addition to the two that are
   * allowed at once after a quiet time.
   */
  readonly cooldownSeconds: number;
  /** After this time a fetch counts as lost, and another replica may begin one. */
  readonly fetchSeconds: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
};

export type CurrentKeySet = { readonly revision: string; readonly keySetJson: string };

const pollMs = 50;
const quietMs = 1_000;
const mostRemembered = 10_000;

/**
 * Fetches a provider's key set again because a token names an unknown key, and returns the set then in use.
 * Across all replicas at most one fetch per provider is in progress, and callers meanwhile wait for it.
 * Fetches are limited by a small bucket. If it is empty, callers get the current set. Throws
 * `provider.not-found` and `service.unavailable`.
 */
export function createRefreshKeySet(
  deps: RefreshKeySetDeps,
): (applicationId: string, providerId: string) => Promise<CurrentKeySet> {
  const singleFlight = createSingleFlight<unknown>();
  // When to look at the bucket again. So a flood of tokens with invented kids reads the database once per
  // second and provider.
  const quiet = new RecentlyUsed<string, number>('identity.quiet-providers', mostRemembered);

  function refreshOnce(applicationId: string, providerId: string): Promise<unknown> {
    const id = `${applicationId} ${providerId}`;
    return singleFlight(id, async () => {
      if (deps.now() < (quiet.get(id) ?? 0)) return;
      const fetched = await claimAndFetch(deps, applicationId, providerId);
      if (!fetched) quiet.set(id, deps.now() + quietMs);
    }).outcome;
  }

  return async (applicationId, providerId) => {
    if (!isUuid(applicationId) || !isUuid(providerId)) throw notFound();
    await refreshOnce(applicationId, providerId);
    const entry = await deps.findByApplicationId(applicationId);
    const snapshot = entry && (await deps.snapshotOf(entry));
    const provider = snapshot?.providers.get(providerId);
    if (!entry || !provider) throw notFound();
    if (provider.keySetJson === undefined) {
      throw new AppError('service.unavailable', "the identity provider's key set could not be fetched", {
        retryAfterSeconds: deps.cooldownSeconds,
      });
    }
    // This is not the revision of a whole answer. A caller that combines these keys with an older answer must
    // not be told next time that nothing changed.
    return { revision: `${entry.revision}-keys`, keySetJson: provider.keySetJson };
  };
}

/** Whether there was a fetch, here or on another replica. */
async function claimAndFetch(
  deps: RefreshKeySetDeps,
  applicationId: string,
  providerId: string,
): Promise<boolean> {
  const { tenancy, cooldownSeconds, fetchSeconds } = deps;
  const duty = await tenancy.within(applicationId, ({ keySetFetches }) =>
    keySetFetches.claim(providerId, cooldownSeconds, fetchSeconds),
  );
  if (duty) {
    await deps.carryOut(duty, 0);
    return true;
  }
  for (let waitedMs = 0; waitedMs < fetchSeconds * 1_000; waitedMs += pollMs) {
    const busy = await tenancy.within(applicationId, ({ keySetFetches }) =>
      keySetFetches.isBeingFetched(providerId),
    );
    if (!busy) return waitedMs > 0;
    await deps.sleep(pollMs);
  }
  return true;
}

function notFound(): AppError {
  return new AppError('provider.not-found', 'the application has no such identity provider');
}
