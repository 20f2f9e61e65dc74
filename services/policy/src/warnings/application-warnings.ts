import { chains, type Chain } from '@wallet-service/addresses';
import { compileInTurn } from '../engine/compile-in-turn.js';
import { WrongCondition } from '../engine/field-source.js';
import { findNeverDeciding } from '../engine/never-deciding.js';
import type { CompiledRule } from '../engine/rulebook.js';
import { policyOf, type PolicyRow } from '../policies/policy-store.js';
import type { Policy } from '../policies/policy.js';
import type { RuleSet } from '../revisions/rule-set.js';
import type { PolicySettings } from '../settings/settings.js';
import { settingsWarnings } from '../settings/settings-warnings.js';
import type { Warning } from '../wire/warning.js';
import { mostComparedBytes, neverDecidingWarning, permissionWarning } from './policy-warnings.js';

export type FoundWarning = {
  readonly warning: Warning;
  /** That it is about. */
  readonly policies: readonly Pick<Policy, 'id' | 'name'>[];
  /** That it is about. Undefined: it is about a setting. */
  readonly rule?: FoundRule;
  /** The rule that decides instead. */
  readonly because?: FoundRule;
};

type FoundRule = Pick<CompiledRule, 'rule' | 'index'> & { readonly policy: Pick<Policy, 'id' | 'name'> };

export type ApplicationWarnings = {
  readonly warnings: readonly FoundWarning[];
  /** Comparing their rules with others would take too long. */
  readonly policiesNotCompared: readonly string[];
  readonly hasMore: boolean;
};

const mostWarnings = 200;
/** Other work runs meanwhile, after each rule. */
const longestComparisonMs = 1000;

/** What the active policies of an application do not do, or do besides what they may seem. */
export async function applicationWarnings(
  { settings, policies: rows }: RuleSet,
  providerIssuers: readonly string[],
): Promise<ApplicationWarnings> {
  const activeRows = rows.filter((row) => row.is_active);
  const active = activeRows.map(policyOf);
  const { found: neverDeciding, policiesNotCompared } = await compareRules(activeRows, active);
  const found = [
    ...settingsWarnings({ settings, policies: active.map(asStanding) }, providerIssuers).map((warning) => ({
      warning,
      policies: active.filter(({ scope }) => warning.field !== embedded || scope === 'STEP_UP'),
    })),
    ...allowingInVain(active, settings),
    ...neverDeciding,
    ...active.flatMap((policy) => ofRules(policy, settings)),
  ];
  return {
    warnings: found.slice(0, mostWarnings),
    policiesNotCompared,
    hasMore: found.length > mostWarnings,
  };
}

const embedded = '/embedded_wallet_provider_ids';
const asStanding = ({ scope }: Policy) => ({ is_active: true, scope });

async function compareRules(rows: readonly PolicyRow[], active: readonly Policy[]) {
  const until = performance.now() + longestComparisonMs;
  const found: FoundWarning[] = [];
  const policiesNotCompared: string[] = [];
  for (const chain of chains) {
    const policies = active.filter((policy) => policy.chain === chain);
    const rulebook = bytesFor(chain, rows) > mostComparedBytes ? undefined : await compiled(chain, policies);
    for (const { id } of policies)
      if (!rulebook || performance.now() > until) policiesNotCompared.push(id);
      else
        for (const each of await findNeverDeciding(rulebook, id))
          found.push({ warning: neverDecidingWarning(each), policies: [each.rule.policy], ...each });
  }
  return { found, policiesNotCompared };
}

function bytesFor(chain: Chain, rows: readonly PolicyRow[]): number {
  return rows
    .filter((row) => row.chain === chain)
    .reduce((sum, { rules_json: json }) => sum + Buffer.byteLength(json), 0);
}

async function compiled(chain: Chain, policies: readonly Policy[]) {
  try {
    return await compileInTurn(chain, policies, { resolved: new Map() });
  } catch (error) {
    // A rule of an older release that is not valid any more. Signing says so: nothing is signed then.
    if (error instanceof WrongCondition) return undefined;
    throw error;
  }
}

/** Methods that are refused where a policy is active and no rule allows them, whatever the default is. */
const refusedByDefault = ['exportPrivateKey', 'eth_sign7702Authorization', '*'];

function allowingInVain(active: readonly Policy[], settings: PolicySettings): FoundWarning[] {
  const policies = active.filter(({ rules }) =>
    rules.every(
      ({ action, method }) =>
        // A rule that names a schema of typed data also makes it known to other rules.
        action === 'ALLOW' && !refusedByDefault.includes(method) && !method.startsWith('eth_signTypedData'),
    ),
  );
  if (settings.default_action === 'deny' || policies.length === 0) return [];
  const warning = {
    code: 'policy.allows-what-is-allowed',
    field: '/default_action',
    remedy:
      'These policies only allow, and what no rule forbids is allowed anyway while default_action is allow: set it ' +
      'to deny (PATCH /v1/application), or write DENY rules.',
  };
  return [{ warning, policies }];
}

function ofRules(policy: Policy, settings: PolicySettings): FoundWarning[] {
  return policy.rules.flatMap((rule, index) =>
    [...permissionWarning(rule, index), ...rawHashWarning(rule, index, settings)].map((warning) => ({
      warning,
      policies: [policy],
      rule: { policy, rule, index },
    })),
  );
}

function rawHashWarning(
  { action, method }: Policy['rules'][number],
  index: number,
  { raw_hash_signing: rawHashSigning }: PolicySettings,
): Warning[] {
  if (method !== 'eth_sign' || action === 'DENY' || rawHashSigning === 'allow') return [];
  return [
    {
      code: 'policy.raw-hashes-are-refused',
      field: `/rules/${index}`,
      remedy:
        'No bare hash is signed while raw_hash_signing is refuse, whatever rules allow: set it to allow ' +
        '(PATCH /v1/application), or remove this rule.',
    },
  ];
}
