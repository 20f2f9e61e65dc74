import type { Tenancy } from '../tenancy-store.js';
import type { FetchedKeySet } from './key-set-client.js';
import type { FetchDuty } from './key-set-fetch-store.js';

export type CarryOutFetchDeps = {
  readonly tenancy: Pick<Tenancy, 'within' | 'change'>;
  readonly fetchKeySet: (jwksUri: string) => Promise<FetchedKeySet>;
  /** How often a set is fetched anew. */
  readonly refreshSeconds: number;
  /** How long the last good set is used while fetching fails. */
  readonly maxStaleSeconds: number;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Told of every fetch that failed; `expired` when the set is used no more. */
  readonly onFailure: (duty: FetchDuty, problem: string, expired: boolean) => void;
};

/**
 * Fetches a provider's key set and keeps what came of it. The application's revision rises only when the keys are others than before. A
 * failed fetch leaves the last good set in use, until it is older than `maxStaleSeconds`: keys that nobody confirms may have been withdrawn.
 */
export async function carryOutFetch(deps: CarryOutFetchDeps, duty: FetchDuty): Promise<void> {
  const { tenancy, maxStaleSeconds } = deps;
  const fetched = await deps.fetchKeySet(duty.jwksUri);
  const next = nextFetchSeconds(deps, fetched.ok ? 0 : duty.failures + 1);
  if (fetched.ok) {
    const changed = await tenancy.within(duty.applicationId, async ({ keySetFetches }) => {
      if (await keySetFetches.differs(duty, fetched.keySetJson)) return true;
      await keySetFetches.succeeded(duty, fetched.keySetJson, next);
      return false;
    });
    if (!changed) return;
    await tenancy.change(duty.applicationId, ({ keySetFetches }) =>
      keySetFetches.succeeded(duty, fetched.keySetJson, next),
    );
    return;
  }
  const { tooOld } = await tenancy.within(duty.applicationId, ({ keySetFetches }) =>
    keySetFetches.failed(duty, fetched.problem, next, maxStaleSeconds),
  );
  if (tooOld) {
    await tenancy.change(duty.applicationId, ({ keySetFetches }) =>
      keySetFetches.expire(duty, maxStaleSeconds),
    );
  }
  deps.onFailure(duty, fetched.problem, tooOld);
}

const firstRetrySeconds = 15;

/** With ±10 % of jitter, so that providers registered at once are not fetched at once for ever. */
export function nextFetchSeconds(
  { refreshSeconds, random }: { refreshSeconds: number; random: () => number },
  failures: number,
): number {
  const retry = firstRetrySeconds * 2 ** Math.min(failures - 1, 10);
  const delay = failures === 0 ? refreshSeconds : Math.min(refreshSeconds, retry);
  return delay * (0.9 + 0.2 * random());
}
