// Original file: proto/policy/v1/policy.proto

import type { Warning as _policy_v1_Warning, Warning__Output as _policy_v1_Warning__Output } from '../../policy/v1/Warning.js';
import type { NamedPolicy as _policy_v1_NamedPolicy, NamedPolicy__Output as _policy_v1_NamedPolicy__Output } from '../../policy/v1/NamedPolicy.js';
import type { NamedRule as _policy_v1_NamedRule, NamedRule__Output as _policy_v1_NamedRule__Output } from '../../policy/v1/NamedRule.js';

export interface FoundWarning {
  'warning'?: (_policy_v1_Warning | null);
  'policies'?: (_policy_v1_NamedPolicy)[];
  'rule'?: (_policy_v1_NamedRule | null);
  'because'?: (_policy_v1_NamedRule | null);
}

export interface FoundWarning__Output {
  'warning': (_policy_v1_Warning__Output | null);
  'policies': (_policy_v1_NamedPolicy__Output)[];
  'rule': (_policy_v1_NamedRule__Output | null);
  'because': (_policy_v1_NamedRule__Output | null);
}
