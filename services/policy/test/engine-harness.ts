import type { Chain } from '@wallet-service/addresses';
import { compilePolicies } from '../src/engine/compile-policies.js';
import { decide, type Decision, type EvaluationSettings } from '../src/engine/decide.js';
import type { Condition, PolicyRules, Rule } from '../src/engine/rule.js';
import type { PolicyInput } from '../src/engine/policy-input.js';

export const usualSettings: EvaluationSettings = {
  evaluationEnabled: true,
  defaultAction: 'allow',
  rawHashSigning: 'refuse',
  anyChainDelegation: 'refuse',
  stepUpApplies: true,
  policiesElsewhere: [],
  approvals: 0,
};

export function rule(method: string, action: Rule['action'], ...conditions: readonly Condition[]): Rule {
  return { name: `${action} ${method}`, method, action, conditions };
}
export function when(
  field_source: string,
  field: string,
  operator: string,
  value: Condition['value'],
  options: Partial<Condition> = {},
): Condition {
  return { field_source, field, operator, value, ...options };
}

let made = 0;
export function policyOf(chain: Chain, rules: readonly Rule[]): PolicyRules {
  const scope = rules.some(({ action }) => action === 'require_mfa') ? 'STEP_UP' : 'GLOBAL';
  made += 1;
  return {
    id: `policy-${String(made).padStart(6, '0')}`,
    name: `policy ${made}`,
    chain,
    scope,
    revision: 1,
    rules,
  };
}

export function decideOn(
  chain: Chain,
  input: PolicyInput,
  rules: readonly Rule[],
  settings: Partial<EvaluationSettings> = {},
  facts: { nowSeconds?: number; spentBefore?: (asset: string, seconds: number) => bigint } = {},
): Decision {
  const rulebook = compilePolicies(
    chain,
    rules.map((each) => policyOf(chain, [each])),
  );
  return decide(
    rulebook,
    { ...usualSettings, ...settings },
    { input, nowSeconds: 1_800_000_000, spentBefore: () => 0n, memo: new Map(), ...facts },
  );
}
