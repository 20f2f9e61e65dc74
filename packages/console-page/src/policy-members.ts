import type { Named } from './policy-language.ts';

// What a policy, its rules and their conditions are made of.

type Member = Named & {
  /** What it begins with when it is new. */
  readonly fresh: string;
};

export const policyMembers: readonly Member[] = [
  { name: 'name', about: 'for people', fresh: '""' },
  { name: 'description', about: 'for people', fresh: '""' },
  { name: 'chain', about: 'ETH, SOL or BTC. It cannot be changed later', fresh: '""' },
  { name: 'scope', about: 'for whom it holds', fresh: '""' },
  { name: 'is_active', about: 'whether it holds', fresh: 'true' },
  { name: 'rules', about: '1 to 100 rules', fresh: '[]' },
];
export const ruleMembers: readonly Member[] = [
  { name: 'name', about: 'for people. Denials name it', fresh: '""' },
  { name: 'method', about: 'what the rule is about', fresh: '""' },
  { name: 'action', about: 'what follows when all conditions hold', fresh: '""' },
  { name: 'approvals', about: 'of require_approval: how many owners, 1 to 10', fresh: '1' },
  { name: 'conditions', about: '1 to 50. All must hold', fresh: '[]' },
];
export const conditionMembers: readonly Member[] = [
  { name: 'field_source', about: 'where it looks', fresh: '""' },
  { name: 'field', about: 'what it compares', fresh: '""' },
  { name: 'operator', about: 'how it compares', fresh: '""' },
  { name: 'value', about: 'what with. Integers as text, or as numbers', fresh: '""' },
  { name: 'abi', about: 'the ABI of the called contract', fresh: '[]' },
  { name: 'window_seconds', about: 'the length of the window: 60 to 2,592,000', fresh: '86400' },
  { name: 'token', about: 'the contract or mint of the token', fresh: '""' },
];
export const windowLengths: readonly Named[] = [
  { name: '3600', about: 'an hour' },
  { name: '86400', about: 'a day' },
  { name: '604800', about: 'a week' },
  { name: '2592000', about: '30 days' },
];
