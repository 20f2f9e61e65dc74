import { AppError } from '@wallet-service/errors';
import { isUuid } from '@wallet-service/values';
import type { DirectoryEntry } from '../authentication/directory-store.js';
import type { Snapshot } from '../authentication/snapshot.js';
import type { Tenancy } from '../tenancy-store.js';
import type { FetchDuty } from './key-set-fetch-store.js';

export type RefreshKeySetDeps = {
  readonly tenancy: Pick<Tenancy, 'within'>;
  readonly carryOut: (duty: FetchDuty) => Promise<void>;
  /** MUST answer with what the database holds after the call. */
  readonly findByApplicationId: (id: string) => Promise<DirectoryEntry | undefined>;
  readonly snapshotOf: (entry: DirectoryEntry) => Promise<Snapshot>;
  /** Shortest time between two fetches of one provider's set. */
  readonly cooldownSeconds: number;
  /** After this time a fetch is given up for lost, so that another replica may begin one. */
  readonly fetchSeconds: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
};

export type CurrentKeySet = { readonly revision: string; readonly keySetJson: string };

const pollMs = 50;
const shortestGapMs = 1_000;
const mostRemembered = 10_000;

/**
 * Fetches a provider's key set anew because a token names a key that is not in it, and answers with the set in force then. Over all
 * replicas at most one fetch is under way for a provider, and at most one begins in a cooldown; those who come meanwhile wait for it, those
 * who come later in the cooldown get the set as it is. Throws `provider.not-found` and `service.unavailable`.
 */
export function createRefreshKeySet(
  deps: RefreshKeySetDeps,
): (applicationId: string, providerId: string) => Promise<CurrentKeySet> {
  // A flood of tokens with invented kids asks the database once a second and provider, not once a token.
  const recent = new Map<string, { readonly startedMs: number; readonly done: Promise<void> }>();

  function refreshOnce(applicationId: string, providerId: string): Promise<void> {
    const id = `${applicationId} ${providerId}`;
    const found = recent.get(id);
    if (found && deps.now() - found.startedMs < shortestGapMs) return found.done;
    const done = claimAndFetch(deps, applicationId, providerId);
    recent.delete(id);
    recent.set(id, { startedMs: deps.now(), done });
    for (const oldest of recent.keys()) {
      if (recent.size <= mostRemembered) break;
      recent.delete(oldest);
    }
    return done;
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
    // Not the revision of a whole answer: who puts these keys beside an older answer must not be told next time that nothing changed.
    return { revision: `${entry.revision}-keys`, keySetJson: provider.keySetJson };
  };
}

async function claimAndFetch(
  deps: RefreshKeySetDeps,
  applicationId: string,
  providerId: string,
): Promise<void> {
  const { tenancy, cooldownSeconds, fetchSeconds } = deps;
  const duty = await tenancy.within(applicationId, ({ keySetFetches }) =>
    keySetFetches.claim(providerId, cooldownSeconds, fetchSeconds),
  );
  if (duty) return deps.carryOut(duty);
  for (let waitedMs = 0; waitedMs < fetchSeconds * 1_000; waitedMs += pollMs) {
    const busy = await tenancy.within(applicationId, ({ keySetFetches }) =>
      keySetFetches.isBeingFetched(providerId),
    );
    if (!busy) return;
    await deps.sleep(pollMs);
  }
}

function notFound(): AppError {
  return new AppError('provider.not-found', 'the application has no such identity provider');
}
