import type { Field } from './field-source.js';
import type { CoveredMethod } from './methods.js';
import type { Test } from './operators.js';
import type { Value } from './reading.js';
import type { ResolvedCondition } from './resolve-condition.js';
import type { Condition, PolicyRules, Rule } from './rule.js';

export type CompiledCondition = {
  readonly condition: Condition;
  readonly index: number;
  /** The index of the field in the rulebook. */
  readonly slot: number;
  /** Whether it searches the whole value. */
  readonly searches: boolean;
  readonly fires: Test;
  readonly permits: Test;
  /** The condition holds for exactly these values. Undefined if it is not such a list. */
  readonly oneOf: readonly Value[] | undefined;
  /**
   * The condition holds for exactly the integers from the first to the second. Undefined if it is not such a
   * range.
   */
  readonly between: IntegerRange | undefined;
};

/** Inclusive. Undefined: unbounded. */
export type IntegerRange = readonly [least: bigint | undefined, greatest: bigint | undefined];

export type CompiledRule = {
  readonly policy: PolicyRules;
  readonly rule: Rule;
  readonly index: number;
  /** About the operation as a whole. */
  readonly shared: readonly CompiledCondition[];
  /** About the same part of it: an instruction, a payment. */
  readonly perElement: readonly CompiledCondition[];
  /**
   * The rule is about transactions and is extended to what others turn into a transaction. `value`: it looks
   * at the called contract or the moved value, so it also applies to unknown effects. `sending`: it applies
   * only to what is known to be a transaction. `message`: it is about messages, and applies to typed data
   * that wraps one. Undefined: the rule is about the method itself.
   */
  readonly reach?: 'value' | 'sending' | 'message';
  /** It allows typed data whose schema it names, by domain and primary type. */
  readonly namesSchema: boolean;
};

/**
 * Finds the rules that can fire. A rule with a condition "is one of these values" is filed under those
 * values, one that compares an integer under its range. Reading that field then leads to the few rules that
 * can fire. Rules without such a condition are always checked.
 */
export type RuleIndex = {
  readonly always: readonly number[];
  readonly files: readonly RuleFile[];
  readonly ranges: readonly RangeFile[];
};
export type RuleFile = {
  readonly slot: number;
  readonly byValue: ReadonlyMap<Value, readonly number[]>;
  /** For unknown values. */
  readonly all: readonly number[];
};

/**
 * Ranges are stored next to each other as numbers. As objects, ten thousand rules would be scattered over the
 * memory.
 */
export type RangeFile = {
  readonly slot: number;
  /**
   * Where ranges begin or end, ascending. All that matters about a value is how many of these it has reached.
   */
  readonly cuts: readonly bigint[];
  readonly rules: Int32Array;
  /** For each of `rules`, how many cuts the minimum and the maximum of its range have reached. */
  readonly least: Int32Array;
  readonly greatest: Int32Array;
};

/** The rules for one method that apply to one user. */
export type CoveringRules = {
  readonly rules: readonly CompiledRule[];
  readonly index: RuleIndex;
};

/** The active policies of one application and chain, ready to decide. */
export type Rulebook = {
  readonly policies: readonly PolicyRules[];
  /** STEP_UP policies apply to some users only. */
  readonly rules: ReadonlyMap<CoveredMethod, { readonly all: CoveringRules; readonly global: CoveringRules }>;
  readonly fields: readonly Field[];
  /** The spending windows needed for each method. */
  readonly windows: ReadonlyMap<CoveredMethod, readonly SpendingWindow[]>;
  /** The methods for which a rule may demand approvals. */
  readonly approvalMethods: ReadonlySet<CoveredMethod>;
  /** By policy: what the next rulebook can reuse. */
  readonly resolved: ReadonlyMap<string, ResolvedPolicy>;
};

/** The conditions of each rule of one revision of a policy. */
export type ResolvedPolicy = {
  readonly revision: number;
  readonly rules: readonly (readonly (ResolvedCondition & { readonly condition: Condition })[])[];
};

export type SpendingWindow = { readonly asset: string; readonly seconds: number };
