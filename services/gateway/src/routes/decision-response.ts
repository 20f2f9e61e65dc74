import type { PolicyDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import type { Static } from 'typebox';
import type { decisionRecord, dryRunAnswer } from './decision-schema.js';
import { present } from './field.js';
import type { NameOf } from './names-of-approvers.js';

type OnTheWire = ReceivedResponseOf<PolicyDefinition['GetDecision']>;
type DryRunOnTheWire = ReceivedResponseOf<PolicyDefinition['EvaluateDryRun']>;
type Outcome = Static<typeof decisionRecord>['outcome'];
type Explanation = NonNullable<OnTheWire['explanation']>;
type Rule = Explanation['rules'][number];
type Value = NonNullable<Rule['conditions'][number]['value']>;

export function decisionResponse(decision: OnTheWire, nameOf: NameOf): Static<typeof decisionRecord> {
  return {
    ...explanationResponse(present(decision.explanation, 'explanation')),
    id: decision.id,
    time: decision.time,
    application_id: decision.applicationId,
    wallet_id: decision.walletId,
    chain: decision.chain,
    operation: decision.operation,
    method: decision.method,
    payload_hashes: decision.payloadHashes,
    policy_revision: decision.policyRevision,
    mfa: mfaResponse(decision.mfa),
    ...(decision.approval && { approval: approvalResponse(decision.approval, nameOf) }),
    ...(decision.claimsJson !== '' && { claims: JSON.parse(decision.claimsJson) as Record<string, unknown> }),
    ...(decision.proof !== '' && { proof: { record: decision.recordJson, tlog_proof: decision.proof } }),
  };
}

function approvalResponse(
  { requestId, hash, needed, approvals }: NonNullable<OnTheWire['approval']>,
  nameOf: NameOf,
): NonNullable<Static<typeof decisionRecord>['approval']> {
  return {
    ...{ request_id: requestId, hash, needed },
    approvals: approvals.map(({ personId, time, passkey, approver }) => ({
      ...{ person_id: personId, name: nameOf(personId), time: Number(time), passkey, approver },
    })),
  };
}

export function dryRunResponse(dryRun: DryRunOnTheWire): Static<typeof dryRunAnswer> {
  return {
    ...explanationResponse(present(dryRun.explanation, 'explanation')),
    method: dryRun.method,
    evaluation_enabled: dryRun.evaluationEnabled,
    policies_evaluated: dryRun.policiesEvaluated,
    policies_not_applicable: dryRun.policiesNotApplicable.map(({ policy, because }) => ({
      ...present(policy, 'policy'),
      because,
    })),
    mfa: mfaResponse(dryRun.mfa),
    assumptions: dryRun.assumptions,
  };
}

function explanationResponse(explanation: Explanation) {
  const { rulesFired, rulesConsidered, causedBy, unmet, notAllowed } = explanation;
  return {
    outcome: explanation.outcome as Outcome,
    reason: explanation.reason,
    rules: explanation.rules.map(ruleResponse),
    ...(rulesFired !== undefined && { rules_fired: rulesFired }),
    ...(rulesConsidered !== undefined && { rules_considered: rulesConsidered }),
    ...(causedBy.length > 0 && {
      caused_by: causedBy.map(({ id, name }) => ({ policy_id: id, policy_name: name })),
    }),
    ...(unmet.length > 0 && { unmet: unmet.map(ruleResponse) }),
    ...(notAllowed.length > 0 && { not_allowed: notAllowed }),
  };
}

type Result = 'true' | 'false' | 'unknown';

function ruleResponse(rule: Rule) {
  return {
    policy_id: rule.policyId,
    policy_name: rule.policyName,
    policy_revision: rule.policyRevision,
    scope: rule.scope,
    rule: rule.rule,
    rule_index: rule.ruleIndex,
    action: rule.action,
    result: rule.result as Result,
    ...(rule.element !== undefined && { element: rule.element }),
    conditions: rule.conditions.map((condition) => ({
      index: condition.index,
      field_source: condition.fieldSource,
      field: condition.field,
      operator: condition.operator,
      value: valueResponse(condition.value),
      result: condition.result as Result,
      value_seen: valueResponse(condition.valueSeen),
      ...(condition.unknownBecause !== undefined && { unknown_because: condition.unknownBecause }),
    })),
  };
}

function valueResponse(value: Value | null): unknown {
  switch (value?.kind) {
    case 'text':
      return value.text;
    case 'flag':
      return value.flag;
    case 'number':
      return value.number;
    case 'list':
      return value.list?.values.map(valueResponse);
    case undefined:
      return null;
  }
}

function mfaResponse(mfa: OnTheWire['mfa']) {
  return mfa && { max_age_seconds: mfa.maxAgeSeconds, acr_values: mfa.acrValues };
}
