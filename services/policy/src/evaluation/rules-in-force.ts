import type { Chain } from '@wallet-service/addresses';
import { createSingleFlight, RecentlyUsed } from '@wallet-service/values';
import type { Rulebook } from '../engine/rulebook.js';
import type { PolicySettings } from '../settings/settings.js';

/** All that decides for one application, as it was at one revision. */
export type RulesInForce = {
  readonly revision: bigint;
  readonly settings: PolicySettings;
  readonly rulebooks: Readonly<Record<Chain, Rulebook>>;
};

/**
 * Keeps the compiled rules of the applications used last. A caller names the revision that it has just read
 * and gets that one or a later one, never an older one; those who wait for the same application share one
 * load. `load` gets what is kept so far, to take over what has not changed.
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
    // A load that was under way may have begun before the revision that this caller knows of; the next one has not.
    for (;;) {
      const loading = singleFlight(applicationId, () => load(applicationId, kept.get(applicationId)));
      const rules = await loading.outcome;
      const newest = kept.get(applicationId);
      if (!newest || newest.revision < rules.revision) kept.set(applicationId, rules);
      if (rules.revision >= revision) return rules;
    }
  };
}
