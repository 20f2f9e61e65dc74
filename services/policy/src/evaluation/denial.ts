import { AppError, type ErrorCode } from '@wallet-service/errors';
import type { Reason } from '../engine/decide.js';
import type { ConditionRecord, RuleRecord } from '../engine/decision-record.js';
import type { StoredDecision } from '../decisions/decision.js';

/**
 * The error for a denied request. It contains everything: policy, rule, condition and the value seen. Unless
 * the application's `denial_detail` is full, the wallet service shows users `brief_message` instead, without
 * limits, lists and values.
 */
export function denialOf(decision: StoredDecision, denialDetail: 'brief' | 'full'): AppError {
  const told = { decision, denial_detail: denialDetail, brief_message: briefMessageOf(decision) };
  const common = { decision_id: decision.id, reason: decision.reason, ...told };
  const rule = denyingRule(decision);
  if (rule) {
    const condition = tellingCondition(rule);
    const details = {
      policy_id: rule.policy_id,
      policy_name: rule.policy_name,
      rule: rule.rule,
      condition: condition && conditionOf(condition),
      value_seen: condition?.value_seen ?? null,
    };
    return new AppError('policy.denied', messageOf(rule, condition), { details: { ...details, ...common } });
  }
  const code = codes[decision.reason] ?? 'policy.denied';
  return new AppError(code, `${explanations[decision.reason]}${nearestOf(decision)}`, {
    details: { ...(decision.caused_by && { caused_by: decision.caused_by }), ...common },
  });
}

function denyingRule({ reason, rules }: StoredDecision): RuleRecord | undefined {
  return reason === 'rule' ? rules.find(({ action }) => action === 'DENY') : undefined;
}

function briefMessageOf(decision: StoredDecision): string {
  const rule = denyingRule(decision);
  return rule ? deniedBy(rule) : explanations[decision.reason];
}

/**
 * An unknown value explains most, then an exceeded limit. The rule's other conditions only show what the
 * limit is about.
 */
function tellingCondition({ conditions }: RuleRecord): ConditionRecord | undefined {
  return (
    conditions.find(({ result }) => result === 'unknown') ??
    conditions.find(({ field_source }) => field_source === 'spending_window') ??
    conditions[0]
  );
}

/** The first rule that could have allowed it, and its unmet condition. */
function nearestOf({ unmet = [] }: StoredDecision): string {
  const [rule] = unmet;
  const missing = rule?.conditions.find(({ result }) => result !== 'true');
  return rule && missing
    ? `; rule "${rule.rule}" of policy "${rule.policy_name}" does not: ${whatIsSeen(missing)}`
    : '';
}

const codes: Readonly<Partial<Record<Reason, ErrorCode>>> = {
  raw_hash_signing: 'policy.raw-hash-refused',
  chain_id: 'policy.chain-id-refused',
};

const explanations: Readonly<Record<Reason, string>> = {
  evaluation_disabled: 'refused',
  rule: 'refused by a policy',
  eip7702_any_chain:
    'an authorization with chain_id 0 is valid on every chain; the application’s setting eip7702_any_chain ' +
    'does not allow it',
  chain_id:
    'this is for another chain than the wallet’s network, or for every chain: name the chain id of the network, ' +
    'use a wallet of the other network, or set chain_id_check of the application to off',
  raw_hash_signing:
    'the application’s active policies cannot be applied to a bare hash: send the transaction or the typed ' +
    'data with it',
  eip7702: 'while policies are active an account is delegated to a contract only when one of them allows it',
  export: 'while policies are active a key is exported only when one of them allows it',
  default_action: 'no policy allows this, and the application’s default_action is deny',
};

function conditionOf({ index, field_source, field, operator, value }: ConditionRecord) {
  return { index, field_source, field, operator, value };
}

const longestValueTold = 100;

function deniedBy(rule: RuleRecord): string {
  return `denied by policy "${rule.policy_name}", rule "${rule.rule}"`;
}

function messageOf(rule: RuleRecord, condition: ConditionRecord | undefined): string {
  const head = deniedBy(rule);
  return condition ? `${head}: ${whatIsSeen(condition)}` : head;
}

function whatIsSeen(condition: ConditionRecord): string {
  const field = `${condition.field_source}.${condition.field}`;
  if (condition.unknown_because !== undefined)
    return `${field} cannot be known: ${condition.unknown_because}`;
  const told = (value: unknown) => JSON.stringify(value).slice(0, longestValueTold);
  return `${field} ${condition.operator} ${told(condition.value)}, seen ${told(condition.value_seen)}`;
}
