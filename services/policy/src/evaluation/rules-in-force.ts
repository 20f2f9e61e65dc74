import type { Chain } from '@wallet-service/addresses';
import { createSingleFlight, RecentlyUsed } from '@wallet-service/values';
import type { Rulebook } from '../engine/rulebook.js';
import type { PolicySettings } from '../settings/settings.js';

/** Everything that decides for one application, at one revision. */
export type RulesInForce = {
  readonly revision: bigint;
  readonly settings: PolicySettings;
  readonly rulebooks: Readonly<Record<Chain, Rulebook>>;
};

/**
 * Caches the compiled rules of recently used applications. A caller names the revision that it has just read,
 * and gets that or a later one, never an older one. Callers that wait for the same application share one
 * load. `load` gets the cached rules, to reuse what has not changed.
 */
export function createRulesInForce(
  load: (applicationId: string, before: RulesInForce | undefined) => Promise<RulesInForce>,
  mostApplications = 1000,
): (applicationId: string, revision: bigint) => Promise<RulesInForce> {
  const kept = new RecentlyUsed<string, RulesInForce>('policy.rules-in-force', mostApplications);
  const singleFlight = createSingleFlight<RulesInForce>();

  return async (applicationId, revision) => {
    const known = kept.get(applicationId);
    if (known && known.revision >= revision) return known;
    // A load in progress may have begun before the revision that this caller knows. The next one has not.
    for (;;) {
      const loading = singleFlight(applicationId, () => load(applicationId, kept.get(applicationId)));
      const rules = await loading.outcome;
      const newest = kept.get(applicationId);
      if (!newest || newest.revision < rules.revision) kept.set(applicationId, rules);
      if (rules.revision >= revision) return rules;
    }
  };
}
