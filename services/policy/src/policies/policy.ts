import type { Chain } from '@wallet-service/addresses';
import type { Rule, RuleInput, Scope } from '../engine/rule.js';

export type Policy = {
  readonly id: string;
  readonly is_active: boolean;
  readonly name: string;
  readonly chain: Chain;
  readonly scope: Scope;
  readonly description: string | null;
  readonly rules: readonly Rule[];
  /** 1 at creation, one more at every change. */
  readonly revision: number;
  readonly timeCreated: Date;
  readonly timeUpdated: Date;
};

/** The part of a policy that its author decides. */
export type PolicyDraft = Pick<Policy, 'is_active' | 'name' | 'chain' | 'scope' | 'description' | 'rules'>;
/** A change names only changed members. The chain never changes. */
export type PolicyChanges = Partial<Omit<PolicyDraft, 'chain'>>;

/** As its author wrote it, checked for shape alone. */
export type DraftInput = {
  readonly name: string;
  readonly chain: string;
  readonly scope: string;
  readonly rules: readonly RuleInput[];
  readonly description?: string | null;
  readonly is_active?: boolean;
};
export type ChangesInput = Partial<DraftInput>;

export type PolicyChange = 'created' | 'updated' | 'deleted';

export const longestName = 255;
export const longestDescription = 1000;
export const mostRules = 100;
/** As JSON in UTF-8, of one policy. */
export const mostBytesOfPolicy = 256 * 1024;
/** Maximum number in an application, active or not, because every request is checked against all of them. */
export const mostPolicies = 500;
/**
 * Maximum size of their rules together, as JSON in UTF-8. They are in memory and read again after each
 * change.
 */
export const mostRuleBytes = 4 * 1024 * 1024;
