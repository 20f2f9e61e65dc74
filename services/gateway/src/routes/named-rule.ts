import type { PolicyDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import Type from 'typebox';

type OnTheWire = ReceivedResponseOf<PolicyDefinition['ListWarnings']>['warnings'][number]['rule'];

type NamedRule = {
  readonly policy_id: string | null;
  readonly policy_name: string;
  readonly rule: string;
  readonly rule_index: number;
  readonly action: string;
};

/** A rule, by what finds it. Not a union of schemas, which would be tried one after another. */
export const namedRule = Type.Unsafe<NamedRule | null>({
  type: ['object', 'null'],
  description: 'null: no rule',
  properties: {
    policy_id: { type: ['string', 'null'], description: 'null: a policy that is not saved' },
    policy_name: { type: 'string' },
    rule: { type: 'string', description: 'its name' },
    rule_index: { type: 'integer', description: 'the index of the rule in the policy, from 0' },
    action: { type: 'string' },
  },
  required: ['policy_id', 'policy_name', 'rule', 'rule_index', 'action'],
  additionalProperties: true,
});

export function namedRuleResponse(rule: OnTheWire): NamedRule | null {
  return (
    rule && {
      policy_id: rule.policyId || null,
      policy_name: rule.policyName,
      rule: rule.rule,
      rule_index: rule.ruleIndex,
      action: rule.action,
    }
  );
}

export const exampleNamedRule = {
  policy_id: null,
  policy_name: 'no large payments',
  rule: 'at most 1 ether',
  rule_index: 0,
  action: 'DENY',
};
