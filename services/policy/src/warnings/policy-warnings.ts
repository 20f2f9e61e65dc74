import { compileInTurn } from '../engine/compile-in-turn.js';
import { WrongCondition } from '../engine/field-source.js';
import { findNeverDeciding, type NeverDeciding } from '../engine/never-deciding.js';
import { namesValues } from '../engine/operators.js';
import type { Condition, Rule } from '../engine/rule.js';
import type { RuleSet } from '../revisions/rule-set.js';
import { settingsWarnings } from '../settings/settings-warnings.js';
import type { Warning } from '../wire/warning.js';
import { policyOf } from '../policies/policy-store.js';
import type { Policy } from '../policies/policy.js';

/** Beyond it no rule is compared with others, because that would hold up other work. */
export const mostComparedBytes = 256 * 1024;
const mostWarnings = 50;

/** What a policy that was just written does not do, or does besides what it may seem. */
export async function policyWarnings(
  policy: Policy,
  rules: RuleSet,
  providerIssuers: readonly string[],
): Promise<Warning[]> {
  const ofSettings = policy.is_active
    ? settingsWarnings({ ...rules, policies: [{ is_active: true, scope: policy.scope }] }, providerIssuers)
    : [];
  const neverDeciding = policy.is_active ? await neverDecidingWarnings(policy, rules) : [];
  const found = [...ofSettings, ...neverDeciding, ...policy.rules.flatMap(permissionWarning)];
  return found.slice(0, mostWarnings);
}

async function neverDecidingWarnings(policy: Policy, { policies }: RuleSet): Promise<Warning[]> {
  const rows = policies.filter(({ is_active, chain }) => is_active && chain === policy.chain);
  const bytes = rows.reduce((sum, { rules_json: json }) => sum + Buffer.byteLength(json), 0);
  if (bytes > mostComparedBytes) return [];
  try {
    const rulebook = await compileInTurn(policy.chain, rows.map(policyOf), { resolved: new Map() });
    return (await findNeverDeciding(rulebook, policy.id)).map(neverDecidingWarning);
  } catch (error) {
    // A rule of an older release that is not valid any more. Signing says so: nothing is signed then.
    if (error instanceof WrongCondition) return [];
    throw error;
  }
}

export function neverDecidingWarning({ rule, because }: NeverDeciding): Warning {
  return {
    code: 'policy.rule-never-decides',
    field: `/rules/${rule.index}`,
    remedy:
      `Rule ${because.index} of the policy ${because.policy.id} (${because.rule.action}) always decides where this ` +
      'rule could: remove this rule, or narrow that one.',
  };
}

export function permissionWarning({ action, conditions }: Rule, index: number): Warning[] {
  if (action !== 'require_mfa' || conditions.some(namesDestination)) return [];
  return [
    {
      code: 'policy.mfa-also-permits',
      field: `/rules/${index}`,
      remedy:
        'This rule is also a permission: with a second factor it allows any destination, even where default_action ' +
        'is deny, so add a condition that names destinations with eq or in.',
    },
  ];
}

/** Fields whose values look like destinations, but are none. */
const noDestinations = /program|mint|from|source|owner|payer/i;
const address = /^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{26,62}|(bc|tb|bcrt)1[0-9a-z]{6,87})$/i;

function namesDestination({ field, operator, value }: Condition): boolean {
  if (!namesValues(operator) || noDestinations.test(field)) return false;
  const values = value instanceof Array ? value : [value];
  return values.every((each) => typeof each === 'string' && address.test(each));
}
