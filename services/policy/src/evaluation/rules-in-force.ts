import type { Chain } from '@wallet-service/addresses';
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
  mostApplications: number,
): (applicationId: string, revision: bigint) => Promise<RulesInForce> {
  const kept = new Map<string, RulesInForce>();
  const loading = new Map<string, Promise<RulesInForce>>();

  function keep(applicationId: string, rules: RulesInForce): void {
    kept.delete(applicationId);
    kept.set(applicationId, rules);
    for (const oldest of kept.keys()) {
      if (kept.size <= mostApplications) break;
      kept.delete(oldest);
    }
  }

  function shareLoad(applicationId: string): Promise<RulesInForce> {
    const shared =
      loading.get(applicationId) ??
      load(applicationId, kept.get(applicationId)).finally(() => loading.delete(applicationId));
    loading.set(applicationId, shared);
    return shared;
  }

  return async (applicationId, revision) => {
    const known = kept.get(applicationId);
    if (known && known.revision >= revision) {
      keep(applicationId, known);
      return known;
    }
    // A load that was under way may have begun before the revision that this caller knows of; the next one has not.
    for (;;) {
      const rules = await shareLoad(applicationId);
      const newest = kept.get(applicationId);
      if (!newest || newest.revision < rules.revision) keep(applicationId, rules);
      if (rules.revision >= revision) return rules;
    }
  };
}
