import { compileInTurn } from '../engine/compile-in-turn.js';
import { resolveInTurn } from '../engine/resolve-in-turn.js';
import { policyOf } from '../policies/policy-store.js';
import type { RuleSet } from '../revisions/rule-set.js';
import type { RulesInForce } from './rules-in-force.js';

/** `before`: the previous rules, to reuse what has not changed. */
export async function compileRuleSet(
  { revision, settings, policies }: RuleSet,
  before: RulesInForce | undefined,
): Promise<RulesInForce> {
  const active = policies.filter((row) => row.is_active).map(policyOf);
  const resolved = await resolveInTurn(active, before?.rulebooks);
  const rulebooks = {
    ETH: await compileInTurn('ETH', active, { resolved }),
    SOL: await compileInTurn('SOL', active, { resolved }),
    BTC: await compileInTurn('BTC', active, { resolved }),
  };
  return { revision, settings, rulebooks };
}
