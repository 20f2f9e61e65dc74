import type { PolicyDefinition, ResponseOf } from '@wallet-service/grpc';
import type { ConditionRecord, DecisionRecord, RuleRecord } from '../engine/decision-record.js';
import type { ApprovalRecord, FoundDecision, MfaDemand, StoredDecision } from './decision.js';

type OnTheWire = ResponseOf<PolicyDefinition['GetDecision']>;
type Explanation = NonNullable<OnTheWire['explanation']>;
type Rule = NonNullable<Explanation['rules']>[number];
type Condition = NonNullable<Rule['conditions']>[number];
type Value = NonNullable<Condition['value']>;

export function foundToWire({ decision, claims, proven }: FoundDecision): OnTheWire {
  return {
    ...decisionToWire(decision),
    claimsJson: claims,
    ...(proven && { recordJson: proven.json, proof: proven.proof }),
  };
}

export function decisionToWire(decision: StoredDecision): OnTheWire {
  return {
    explanation: explanationToWire(decision),
    id: decision.id,
    time: decision.time,
    applicationId: decision.application_id,
    walletId: decision.wallet_id,
    chain: decision.chain,
    operation: decision.operation,
    method: decision.method,
    payloadHashes: [...decision.payload_hashes],
    policyRevision: decision.policy_revision,
    mfa: mfaToWire(decision.mfa),
    ...(decision.approval && { approval: approvalToWire(decision.approval) }),
  };
}

function approvalToWire({ request_id: requestId, hash, needed, approvals }: ApprovalRecord) {
  return {
    ...{ requestId, hash, needed },
    approvals: approvals.map(({ person_id: personId, ...given }) => ({ personId, ...given })),
  };
}

export function explanationToWire(record: DecisionRecord): Explanation {
  const { rules_fired: rulesFired, rules_considered: rulesConsidered, caused_by: causes = [] } = record;
  return {
    outcome: record.outcome,
    reason: record.reason,
    rules: record.rules.map(ruleToWire),
    ...(rulesFired !== undefined && { rulesFired }),
    ...(rulesConsidered !== undefined && { rulesConsidered }),
    causedBy: causes.map(({ policy_id: id, policy_name: name }) => ({ id, name })),
    unmet: (record.unmet ?? []).map(ruleToWire),
    notAllowed: [...(record.not_allowed ?? [])],
  };
}

function ruleToWire(rule: RuleRecord): Rule {
  return {
    policyId: rule.policy_id,
    policyName: rule.policy_name,
    policyRevision: rule.policy_revision,
    scope: rule.scope,
    rule: rule.rule,
    ruleIndex: rule.rule_index,
    action: rule.action,
    result: rule.result,
    ...(rule.element !== undefined && { element: rule.element }),
    conditions: rule.conditions.map(conditionToWire),
  };
}

function conditionToWire(condition: ConditionRecord): Condition {
  const { index, field_source: fieldSource, field, operator, result } = condition;
  const { unknown_because: unknownBecause } = condition;
  return {
    ...{ index, fieldSource, field, operator, result },
    value: valueToWire(condition.value),
    valueSeen: valueToWire(condition.value_seen),
    ...(unknownBecause !== undefined && { unknownBecause }),
  };
}

/** What is nothing of these, `null` above all, has no kind. */
function valueToWire(value: unknown): Value {
  if (typeof value === 'string') return { text: value };
  if (typeof value === 'boolean') return { flag: value };
  if (typeof value === 'number') return { number: value };
  return value instanceof Array ? { list: { values: value.map(valueToWire) } } : {};
}

export function mfaToWire(mfa: MfaDemand | null) {
  return mfa && { maxAgeSeconds: mfa.max_age_seconds, acrValues: [...mfa.acr_values] };
}
