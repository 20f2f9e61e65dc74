import { setTimeout as sleep } from 'node:timers/promises';
import type { AppOptions } from './app-options.js';
import type { composeTrust } from './compose-trust.js';
import { carryOutFetch, type FetchOutcome } from './key-sets/carry-out-fetch.js';
import { createFetchGate } from './key-sets/fetch-gate.js';
import { fetchMissing } from './key-sets/fetch-missing.js';
import type { FetchDuty } from './key-sets/key-set-claim-store.js';
import { keySetHandlers } from './key-sets/key-set-handlers.js';
import type { IssuerKeys } from './witnesses/observe-key-set.js';
import { createRefreshKeySet, type RefreshKeySetDeps } from './key-sets/refresh-key-set.js';
import { refreshProvider } from './key-sets/refresh-provider.js';
import { providerHandlers } from './providers/provider-handlers.js';
import type { Tenancy } from './tenancy-store.js';

/**
 * How long a fetch may take before another replica may begin one. Longer than the time limit of the fetch
 * itself.
 */
export const fetchSeconds = 5;
const fetchesForCallers = { most: 64, mostOfOne: 8 };
/** What witnesses saw this long ago is new enough to register a provider. */
const registrationSeconds = 5;

type Parts = ReturnType<typeof composeTrust>['changing'] &
  Pick<ReturnType<typeof composeTrust>, 'observeKeySet' | 'timing'> &
  Pick<RefreshKeySetDeps, 'findByApplicationId' | 'snapshotOf'> & { readonly tenancy: Tenancy };

/** Composes providers and their key sets. */
export function composeProviders({ keySets, logger }: AppOptions, parts: Parts) {
  const { tenancy, observeKeySet } = parts;
  const onFailure = reportFailure(logger);
  const carryOut = (duty: FetchDuty, maxAgeSeconds: number): Promise<FetchOutcome> =>
    carryOutFetch({ ...parts, ...parts.timing, onFailure }, duty, maxAgeSeconds);
  return {
    carryOut,
    fetchMissing: (applicationId: string) =>
      fetchMissing({ tenancy, carryOut, fetchSeconds, sleep }, applicationId),
    handlers: {
      ...providerHandlers({
        ...parts,
        jwksUriRules: keySets,
        observeKeySet: createFetchGate(
          (source: IssuerKeys) => observeKeySet(source, registrationSeconds),
          fetchesForCallers,
        ),
      }),
      ...keySetHandlers({
        tenancy,
        refreshKeySet: createRefreshKeySet({
          ...parts,
          carryOut,
          cooldownSeconds: keySets.cooldownSeconds,
          fetchSeconds,
          sleep,
        }),
        refreshProvider: (applicationId, providerId) =>
          refreshProvider({ ...keySets, tenancy, carryOut, fetchSeconds }, applicationId, providerId),
      }),
    },
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
