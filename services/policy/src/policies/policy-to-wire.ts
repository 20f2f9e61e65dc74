import type { PolicyDefinition, ResponseOf } from '@wallet-service/grpc';
import { scalarListOf } from '@wallet-service/values';
import type { Condition, ConditionValue, Rule } from '../engine/rule.js';
import type { Policy } from './policy.js';

type OnTheWire = ResponseOf<PolicyDefinition['GetPolicy']>;
type RuleOnTheWire = NonNullable<OnTheWire['rules']>[number];
type ConditionOnTheWire = NonNullable<RuleOnTheWire['conditions']>[number];

export function policyToWire(policy: Policy): OnTheWire {
  return {
    id: policy.id,
    isActive: policy.is_active,
    name: policy.name,
    chain: policy.chain,
    scope: policy.scope,
    ...(policy.description !== null && { description: policy.description }),
    rules: policy.rules.map(ruleToWire),
    revision: policy.revision,
    timeCreated: seconds(policy.timeCreated),
    timeUpdated: seconds(policy.timeUpdated),
  };
}

export const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

function ruleToWire({ name, method, conditions, action, approvals }: Rule): RuleOnTheWire {
  return {
    ...{ name, method, conditions: conditions.map(conditionToWire), action },
    ...(approvals !== undefined && { approvals }),
  };
}

/** Member by member: an application may have tens of thousands, and spreading them takes longer. */
function conditionToWire(condition: Condition): ConditionOnTheWire {
  const { field_source: fieldSource, field, operator, value, abi, window_seconds: windowSeconds } = condition;
  const wire: ConditionOnTheWire = { fieldSource, field, operator };
  setValue(wire, value);
  if (abi !== undefined) wire.abiJson = JSON.stringify(abi);
  if (windowSeconds !== undefined) wire.windowSeconds = windowSeconds;
  if (condition.token !== undefined) wire.token = condition.token;
  return wire;
}

function setValue(wire: ConditionOnTheWire, value: ConditionValue): void {
  if (typeof value === 'string') wire.text = value;
  else if (typeof value === 'boolean') wire.flag = value;
  else if (typeof value === 'number') wire.number = value;
  else wire.list = scalarListOf(value);
}
