import type { CompiledCondition, CompiledRule } from './rulebook.js';
import type { Decision, FiredRule, Reason } from './decide.js';
import type { Reading } from './reading.js';
import { ruleActions } from './rule.js';
import { FALSE, truthNames, UNKNOWN } from './truth.js';

/** The result of a condition, and the reason. */
export type ConditionRecord = {
  readonly index: number;
  readonly field_source: string;
  readonly field: string;
  readonly operator: string;
  readonly value: unknown;
  readonly result: (typeof truthNames)[number];
  /** The value in the operation: a decimal integer, text or hex. Null if it has none. */
  readonly value_seen: unknown;
  /** Why it is unknown. */
  readonly unknown_because?: string;
};

export type RuleRecord = {
  readonly policy_id: string;
  readonly policy_name: string;
  readonly policy_revision: number;
  readonly scope: string;
  readonly rule: string;
  readonly rule_index: number;
  readonly action: string;
  readonly result: (typeof truthNames)[number];
  /** The instruction or payment that the conditions were about, from 0. */
  readonly element?: number;
  readonly conditions: readonly ConditionRecord[];
};

export type DecisionRecord = {
  readonly outcome: Decision['outcome'];
  readonly reason: Reason;
  /**
   * The rules that fired, DENY rules first, 20 at most. A dry run shows the rules that cover the method, 300
   * at most.
   */
  readonly rules: readonly RuleRecord[];
  /** How many fired, if not all of them are shown. */
  readonly rules_fired?: number;
  /** Dry run: how many cover the method, if not all of them are shown. */
  readonly rules_considered?: number;
  /**
   * Policies, 20 at most, that caused the denial just by being active, because none of them can judge the
   * request.
   */
  readonly caused_by?: readonly { readonly policy_id: string; readonly policy_name: string }[];
  /** If nothing allowed the request: the rules that could have, 20 at most, and their unmet conditions. */
  readonly unmet?: readonly RuleRecord[];
  /**
   * With `unmet`: the instructions or payments that no rule allows, from 0, 20 at most. `unmet` is about the
   * first of them.
   */
  readonly not_allowed?: readonly number[];
};

const longestText = 256;
const longestList = 10;

/** The stored part of a decision, which a denial shows. */
export function recordOf(decision: Decision): DecisionRecord {
  const { outcome, reason, fired, readings } = decision;
  const rules = bounded(
    strongestFirst(fired, ofRecord.rules).map(
      ({ rule, truth, element }) =>
        () =>
          ruleRecord(rule, truthNames[truth], element, readings),
    ),
    ofRecord,
  );
  return {
    outcome,
    reason,
    rules,
    ...(rules.length < fired.length && { rules_fired: fired.length }),
    ...causesOf(decision),
    ...unmetOf(decision),
  };
}

/** The first of them. All may be tens of thousands, of which few are shown. */
function strongestFirst(fired: readonly FiredRule[], most: number): readonly FiredRule[] {
  const first: FiredRule[] = [];
  for (const action of ruleActions)
    for (const each of fired) {
      if (first.length === most) return first;
      if (each.rule.rule.action === action) first.push(each);
    }
  return first;
}

type Room = { readonly rules: number; readonly bytes: number };
const ofRecord: Room = { rules: 20, bytes: 48 * 1024 };
const ofExplanation: Room = { rules: 300, bytes: 256 * 1024 };
const bytesOf = (record: RuleRecord): number => Buffer.byteLength(JSON.stringify(record));

/**
 * A record is answered, stored and written to a journal that nobody can shorten, so it has room for a limited
 * number of rules. It always has at least one, with shortened values if necessary.
 */
function bounded(records: readonly (() => RuleRecord)[], room: Room): readonly RuleRecord[] {
  const shown: RuleRecord[] = [];
  let bytes = 0;
  for (const make of records.slice(0, room.rules)) {
    const whole = make();
    const record = shown.length === 0 && bytesOf(whole) > room.bytes ? shortened(whole) : whole;
    bytes += bytesOf(record);
    if (shown.length > 0 && bytes > room.bytes) break;
    shown.push(record);
  }
  return shown;
}

const shortText = 32;
const shortList = 2;

function shortened(record: RuleRecord): RuleRecord {
  const conditions = record.conditions.map((condition) => ({
    ...condition,
    value: cut(condition.value, shortText, shortList),
    value_seen: cut(condition.value_seen, shortText, shortList),
  }));
  return { ...record, conditions };
}

const mostCausesNamed = 20;

/** Denials because no rule allows what was asked. */
const forLackOfARule: readonly Reason[] = ['default_action', 'eip7702', 'export'];

function unmetOf({
  outcome,
  reason,
  considered,
  uncovered,
  readings,
}: Decision): Pick<DecisionRecord, 'unmet' | 'not_allowed'> {
  if (outcome !== 'deny' || !forLackOfARule.includes(reason)) return {};
  const unmet = bounded(
    considered.rules
      .filter(({ rule, reach }) => rule.action !== 'DENY' && !reach)
      .map((rule) => () => withItsResult(ruleRecord(rule, 'false', uncovered[0] ?? 0, readings))),
    ofRecord,
  );
  return {
    ...(unmet.length > 0 && { unmet }),
    ...(uncovered.length > 0 && { not_allowed: uncovered.slice(0, ofRecord.rules) }),
  };
}

function withItsResult(record: RuleRecord): RuleRecord {
  const results = record.conditions.map(({ result }) => result);
  const result = truthNames.find((name) => results.includes(name)) ?? 'true';
  return { ...record, result };
}

function causesOf({ causes }: Decision): Pick<DecisionRecord, 'caused_by'> {
  const named = causes.slice(0, mostCausesNamed);
  return named.length === 0
    ? {}
    : { caused_by: named.map(({ id, name }) => ({ policy_id: id, policy_name: name })) };
}

/**
 * The same, with the rules that cover the method, whether they fired or not. If there are too many, those
 * that fired come first.
 */
export function explanationOf(decision: Decision): DecisionRecord {
  const { outcome, reason, considered, readings } = decision;
  const isLong = considered.rules.length > ofExplanation.rules;
  const rules = bounded(
    (isLong ? firedFirst(decision) : inOrder(decision)).map(
      ({ rule, truth, element }) =>
        () =>
          ruleRecord(rule, truthNames[truth], element, readings),
    ),
    ofExplanation,
  );
  const covering = countCovering(decision);
  return {
    outcome,
    reason,
    rules,
    ...(rules.length < covering && { rules_considered: covering }),
    ...causesOf(decision),
    ...unmetOf(decision),
  };
}

const notFired = (rule: CompiledRule): FiredRule => ({ rule, truth: FALSE, element: 0 });

function inOrder({ considered, fired }: Decision): readonly FiredRule[] {
  const byRule = new Map(fired.map((each) => [each.rule, each]));
  return considered.rules
    .filter((rule) => !rule.reach || byRule.has(rule))
    .map((rule) => byRule.get(rule) ?? notFired(rule));
}

function firedFirst({ considered, fired }: Decision): readonly FiredRule[] {
  const first = strongestFirst(fired, ofExplanation.rules);
  if (first.length === ofExplanation.rules) return first;
  const known = new Set(first.map(({ rule }) => rule));
  const others = considered.rules.filter((rule) => !rule.reach && !known.has(rule));
  return [...first, ...others.slice(0, ofExplanation.rules - first.length).map(notFired)];
}

/** Rules that are extended to the method are included if they fired. */
function countCovering({ considered, fired }: Decision): number {
  let covering = 0;
  for (const { reach } of considered.rules) if (!reach) covering += 1;
  for (const { rule } of fired) if (rule.reach) covering += 1;
  return covering;
}

function ruleRecord(
  { policy, rule, index, shared, perElement }: CompiledRule,
  result: RuleRecord['result'],
  element: number,
  readings: Decision['readings'],
): RuleRecord {
  const conditions = [
    ...shared.map((condition) => conditionRecord(condition, readings.read(condition), rule.action)),
    ...perElement.map((condition) =>
      conditionRecord(condition, readings.readElement(condition, element), rule.action),
    ),
  ];
  return {
    policy_id: policy.id,
    policy_name: policy.name,
    policy_revision: policy.revision,
    scope: policy.scope,
    rule: rule.name,
    rule_index: index,
    action: rule.action,
    result,
    ...(perElement.length > 0 && { element }),
    conditions: conditions.sort((a, b) => a.index - b.index),
  };
}

function conditionRecord(
  { condition, index, fires, permits }: CompiledCondition,
  reading: Reading,
  action: string,
): ConditionRecord {
  const { field_source, field, operator, value } = condition;
  const truth = action === 'ALLOW' ? permits(reading) : fires(reading);
  const because = truth === UNKNOWN ? whyUnknown(reading) : undefined;
  return {
    index,
    field_source,
    field,
    operator,
    value: cut(value),
    result: truthNames[truth],
    value_seen: seen(reading),
    ...(because !== undefined && { unknown_because: because }),
  };
}

function whyUnknown(reading: Reading): string | undefined {
  if (reading.state === 'unknown') return reading.reason;
  const isAlike = reading.state === 'maybe' || (reading.state === 'value' && reading.perhaps !== undefined);
  return isAlike ? 'it is not what the rule names, but may do the same' : undefined;
}

function seen(reading: Reading): unknown {
  switch (reading.state) {
    case 'value':
      return typeof reading.value === 'boolean' ? reading.value : cut(reading.shown ?? String(reading.value));
    case 'each':
      return cut(reading.readings.slice(0, longestList).map(seen));
    case 'maybe':
    case 'unknown':
    case 'absent':
    case 'inapplicable':
      return null;
  }
}

/** Enough of a value to recognise it. */
function cut(value: unknown, text = longestText, list = longestList): unknown {
  // Half of a surrogate pair is no text, and would arrive as something else.
  if (typeof value === 'string') return value.slice(0, text).replace(/[\ud800-\udbff]$/, '');
  return value instanceof Array ? value.slice(0, list).map((item) => cut(item, text, list)) : value;
}
