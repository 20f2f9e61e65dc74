import { setImmediate } from 'node:timers/promises';
import type { Field } from './field-source.js';
import { isImplied } from './implied.js';
import type { CompiledCondition, CompiledRule, Rulebook } from './rulebook.js';

/** A rule that never decides, and one that always decides where it could. */
export type NeverDeciding = { readonly rule: CompiledRule; readonly because: CompiledRule };

/**
 * The rules of one active policy that change no decision, because others are stronger and hold wherever they
 * do. It looks at rules one by one, so it does not find a rule that several others together make useless, but
 * what it finds is certain. Where two rules do the same, the later one is found.
 */
export async function findNeverDeciding(rulebook: Rulebook, policyId: string): Promise<NeverDeciding[]> {
  const lists = [...rulebook.rules.values()].map(({ all }) => all.rules);
  const found: NeverDeciding[] = [];
  const { length } = rulebook.policies.find(({ id }) => id === policyId)?.rules ?? [];
  for (let index = 0; index < length; index += 1) {
    const because: CompiledRule[] = [];
    let own: CompiledRule | undefined;
    // For every method that the rule covers or reaches, another rule must decide.
    const isCovered = lists.every((list) => {
      const rule = list.find((each) => each.index === index && each.policy.id === policyId);
      if (!rule) return true;
      own = rule;
      const other = list.find((each) => decidesBefore(each, rule, rulebook.fields));
      if (other) because.push(other);
      return other !== undefined;
    });
    const [first] = because;
    if (isCovered && own && first) found.push({ rule: own, because: first });
    await setImmediate();
  }
  return found;
}

function decidesBefore(one: CompiledRule, other: CompiledRule, fields: readonly Field[]): boolean {
  if (isSame(one, other) || !isStronger(one, other) || !dominates(one, other, fields)) return false;
  const isMutual = isStronger(other, one) && dominates(other, one, fields);
  return !isMutual || isEarlier(one, other);
}

function isSame(one: CompiledRule, other: CompiledRule): boolean {
  return one.index === other.index && one.policy.id === other.policy.id;
}

function isEarlier(one: CompiledRule, other: CompiledRule): boolean {
  return one.policy.id === other.policy.id ? one.index < other.index : one.policy.id < other.policy.id;
}

/**
 * DENY wins over everything. Beyond that only rules with the same action make each other useless: require_mfa
 * does not apply to all users for whom an ALLOW rule does, and a demand remains when another one is met.
 */
function isStronger(one: CompiledRule, two: CompiledRule): boolean {
  const { action } = one.rule;
  const { rule: other } = two;
  if (action === 'DENY') return true;
  return action === other.action && (one.rule.approvals ?? 1) >= (two.rule.approvals ?? 1);
}

function dominates(one: CompiledRule, other: CompiledRule, fields: readonly Field[]): boolean {
  return (
    // Such a rule also makes a schema known to the other rules.
    !other.namesSchema &&
    reachesAsFar(one, other) &&
    areImplied(one.shared, other.shared, fields) &&
    areImplied(one.perElement, other.perElement, fields)
  );
}

/** A rule that is extended to other methods only forbids or demands there. It permits nothing. */
function reachesAsFar(one: CompiledRule, other: CompiledRule): boolean {
  if (one.reach === undefined || one.reach === other.reach) return true;
  const needsPermission = other.reach === undefined && one.rule.action !== 'DENY';
  return one.reach === 'value' && !needsPermission;
}

function areImplied(
  weaker: readonly CompiledCondition[],
  stronger: readonly CompiledCondition[],
  fields: readonly Field[],
): boolean {
  return weaker.every((each) => stronger.some((other) => isImplied(each, other, fields)));
}
