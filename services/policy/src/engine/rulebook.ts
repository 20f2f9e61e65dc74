import type { Field } from './field-source.js';
import type { Action } from './methods.js';
import type { Test } from './operators.js';
import type { Value } from './reading.js';
import type { ResolvedCondition } from './resolve-condition.js';
import type { Condition, PolicyRules, Rule } from './rule.js';

export type CompiledCondition = {
  readonly condition: Condition;
  readonly index: number;
  /** Which of the rulebook's fields is read. */
  readonly slot: number;
  /** Looks through the whole of what it reads. */
  readonly searches: boolean;
  readonly fires: Test;
  readonly permits: Test;
  /** The condition holds for these values and for no others; undefined when it is no such list. */
  readonly oneOf: readonly Value[] | undefined;
  /**
   * The condition holds for integers from the first to the second and for nothing else; undefined when it is
   * no such range.
   */
  readonly between: IntegerRange | undefined;
};

/** Both included; undefined: without end. */
export type IntegerRange = readonly [least: bigint | undefined, greatest: bigint | undefined];

export type CompiledRule = {
  readonly policy: PolicyRules;
  readonly rule: Rule;
  readonly index: number;
  /** About the operation as a whole. */
  readonly shared: readonly CompiledCondition[];
  /** About one and the same part of it: an instruction, a payment. */
  readonly perElement: readonly CompiledCondition[];
  /**
   * The rule is about transactions and is applied to what others make a transaction of. `value`: it looks at
   * what is called or moved, so that it also reaches what nobody knows; `sending`: only what is known to be a
   * transaction. `message`: it is about messages, and is applied to typed data that wraps one. Undefined: the
   * rule is about the method itself.
   */
  readonly reach?: 'value' | 'sending' | 'message';
  /** It allows typed data of a schema that it names, by its domain and primary type. */
  readonly namesSchema: boolean;
};

/**
 * Which rules need not be looked at. A rule with a condition "is one of these values" is filed under them,
 * one that compares an integer under the range in which it holds; what is read of that field then leads to
 * the few rules that can fire. Rules without such a condition are always looked at.
 */
export type RuleIndex = {
  readonly always: readonly number[];
  readonly files: readonly RuleFile[];
  readonly ranges: readonly RangeFile[];
};
export type RuleFile = {
  readonly slot: number;
  readonly byValue: ReadonlyMap<Value, readonly number[]>;
  /** For when the value cannot be known. */
  readonly all: readonly number[];
};

/**
 * Ranges lie side by side as numbers: ten thousand rules one after the other would be looked for all over the memory.
 */
export type RangeFile = {
  readonly slot: number;
  /** Where a range begins, or is over; ascending. Of a value only counts how many of these it has reached. */
  readonly cuts: readonly bigint[];
  readonly rules: Int32Array;
  /** For each of `rules`, how many cuts its range has reached at its least and at its greatest value. */
  readonly least: Int32Array;
  readonly greatest: Int32Array;
};

/** The rules for one action that reach one user. */
export type CoveringRules = {
  readonly rules: readonly CompiledRule[];
  readonly index: RuleIndex;
  /** The policies that have them. */
  readonly policyIds: readonly string[];
};

/** The active policies of one application and chain, ready to decide. */
export type Rulebook = {
  readonly policies: readonly PolicyRules[];
  /** STEP_UP policies reach some users only. */
  readonly rules: ReadonlyMap<Action, { readonly all: CoveringRules; readonly global: CoveringRules }>;
  readonly fields: readonly Field[];
  /** What has to be counted to decide about each action. */
  readonly windows: ReadonlyMap<Action, readonly SpendingWindow[]>;
  /** By policy: what the next rulebook need not resolve again. */
  readonly resolved: ReadonlyMap<string, ResolvedPolicy>;
};

/** The conditions of each rule of one revision of a policy. */
export type ResolvedPolicy = {
  readonly revision: number;
  readonly rules: readonly (readonly (ResolvedCondition & { readonly condition: Condition })[])[];
};

export type SpendingWindow = { readonly asset: string; readonly seconds: number };
