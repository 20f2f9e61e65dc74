import type { Chain } from '@wallet-service/addresses';
import { createSingleFlight, RecentlyUsed } from '@wallet-service/values';
import type { Rulebook } from '../engine/rulebook.js';
import type { MarkedRevision } from '../revisions/revision-store.js';
import type { PolicySettings } from '../settings/settings.js';

/** Everything that decides for one application, at one revision. */
export type RulesInForce = {
  readonly revision: bigint;
  readonly settings: PolicySettings;
  readonly rulebooks: Readonly<Record<Chain, Rulebook>>;
};

/** With the MAC of what was compiled: a database that lost a change may get another one with the same revision. */
export type LoadedRules = { readonly rules: RulesInForce; readonly mac: MarkedRevision['mac'] };

/**
 * Caches the compiled rules of recently used applications. A caller names the revision that it has just read,
 * and gets that or a later one, never an older one. Callers that wait for the same application share one
 * load. `load` gets the cached rules, to reuse what has not changed.
 */
export function createRulesInForce(
  load: (applicationId: string, before: RulesInForce | undefined) => Promise<LoadedRules>,
  mostApplications = 1000,
): (applicationId: string, at: MarkedRevision) => Promise<RulesInForce> {
  const kept = new RecentlyUsed<string, LoadedRules>('policy.rules-in-force', mostApplications);
  const singleFlight = createSingleFlight<LoadedRules>();

  return async (applicationId, { revision, mac }) => {
    const known = kept.get(applicationId);
    if (known && isCurrent(known, { revision, mac })) return known.rules;
    // A load in progress may have begun before the revision that this caller knows. The next one has not.
    for (;;) {
      const loading = singleFlight(applicationId, () => load(applicationId, kept.get(applicationId)?.rules));
      const loaded = await loading.outcome;
      const newest = kept.get(applicationId);
      if (!newest || newest.rules.revision <= loaded.rules.revision) kept.set(applicationId, loaded);
      if (loaded.rules.revision >= revision) return loaded.rules;
    }
  };
}

function isCurrent({ rules, mac }: LoadedRules, at: MarkedRevision): boolean {
  if (rules.revision !== at.revision) return rules.revision > at.revision;
  return mac === at.mac || (mac !== null && at.mac !== null && mac.equals(at.mac));
}
