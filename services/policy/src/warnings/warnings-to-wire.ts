import type { PolicyDefinition, ResponseOf } from '@wallet-service/grpc';
import type { ApplicationWarnings, FoundWarning } from './application-warnings.js';

type OnTheWire = ResponseOf<PolicyDefinition['ListWarnings']>;
type Found = NonNullable<OnTheWire['warnings']>[number];

const mostPoliciesNamed = 20;

export function warningsToWire({ warnings, policiesNotCompared, hasMore }: ApplicationWarnings): OnTheWire {
  return {
    warnings: warnings.map(({ warning, policies, rule, because }) => ({
      warning,
      policies: policies.slice(0, mostPoliciesNamed).map(({ id, name }) => ({ id, name })),
      ...(rule && { rule: ruleToWire(rule) }),
      ...(because && { because: ruleToWire(because) }),
    })),
    policiesNotCompared: [...policiesNotCompared],
    more: hasMore,
  };
}

function ruleToWire({ policy, rule, index }: NonNullable<FoundWarning['rule']>): NonNullable<Found['rule']> {
  return {
    policyId: policy.id,
    policyName: policy.name,
    rule: rule.name,
    ruleIndex: index,
    action: rule.action,
  };
}
