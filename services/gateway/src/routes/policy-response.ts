import type { PolicyDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import { scalarsOf } from '@wallet-service/values';
import { withWarnings } from './warning.js';

type OnTheWire = ReceivedResponseOf<PolicyDefinition['GetPolicy']>;
type Rule = OnTheWire['rules'][number];
type Condition = Rule['conditions'][number];

/** `revision` is for the entity tag; the schema of the answer leaves it out. */
export function policyResponse(record: OnTheWire) {
  return {
    id: record.id,
    is_active: record.isActive,
    name: record.name,
    chain: record.chain,
    rules: record.rules.map(ruleResponse),
    scope: record.scope,
    description: record.description ?? null,
    revision: record.revision,
    ...withWarnings(record.warnings),
  };
}

function ruleResponse({ name, method, conditions, action, approvals }: Rule) {
  return {
    ...{ name, method, conditions: conditions.map(conditionResponse), action },
    ...(approvals !== undefined && { approvals }),
  };
}

function conditionResponse(condition: Condition) {
  const { fieldSource, field, operator, abiJson, windowSeconds, token } = condition;
  return {
    field_source: fieldSource,
    field,
    operator,
    value: valueResponse(condition),
    ...(abiJson !== undefined && { abi: JSON.parse(abiJson) as unknown }),
    ...(windowSeconds !== undefined && { window_seconds: windowSeconds }),
    ...(token !== undefined && { token }),
  };
}

function valueResponse({ text, flag, number, list }: Condition) {
  return list ? scalarsOf(list) : (text ?? flag ?? number);
}
