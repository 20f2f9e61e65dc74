import type { Chain } from '@wallet-service/addresses';
import type { ConditionInput, RawValue } from './field-source.js';

/** The strongest first. */
export const ruleActions = ['DENY', 'require_approval', 'require_mfa', 'ALLOW'] as const;
export type RuleAction = (typeof ruleActions)[number];

export const scopes = ['GLOBAL', 'STEP_UP'] as const;
export type Scope = (typeof scopes)[number];

export type Condition = ConditionInput & { readonly value: ConditionValue };
export type ConditionValue = RawValue | readonly RawValue[];

/** Conditions combine with AND. */
export type Rule = {
  readonly name: string;
  readonly method: string;
  readonly conditions: readonly Condition[];
  readonly action: RuleAction;
  /** Of a require_approval rule alone: how many owners must approve. Absent: 1. */
  readonly approvals?: number;
};

/** A rule as its author wrote it, checked for shape alone. */
export type RuleInput = {
  readonly name: string;
  readonly method: string;
  readonly conditions: readonly ConditionInput[];
  readonly action: string;
  readonly approvals?: number;
};

/** The part of a policy that the engine needs. */
export type PolicyRules = {
  readonly id: string;
  readonly name: string;
  readonly chain: Chain;
  readonly scope: Scope;
  readonly revision: number;
  readonly rules: readonly Rule[];
};
