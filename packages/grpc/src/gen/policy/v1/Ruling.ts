// Original file: proto/policy/v1/policy.proto

import type { NamedRule as _policy_v1_NamedRule, NamedRule__Output as _policy_v1_NamedRule__Output } from '../../policy/v1/NamedRule.js';

export interface Ruling {
  'outcome'?: (string);
  'reason'?: (string);
  'rule'?: (_policy_v1_NamedRule | null);
}

export interface Ruling__Output {
  'outcome': (string);
  'reason': (string);
  'rule': (_policy_v1_NamedRule__Output | null);
}
