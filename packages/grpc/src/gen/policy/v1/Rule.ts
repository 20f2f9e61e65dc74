// Original file: proto/policy/v1/rule.proto

import type { Condition as _policy_v1_Condition, Condition__Output as _policy_v1_Condition__Output } from '../../policy/v1/Condition.js';

export interface Rule {
  'name'?: (string);
  'method'?: (string);
  'conditions'?: (_policy_v1_Condition)[];
  'action'?: (string);
  'approvals'?: (number);
  '_approvals'?: "approvals";
}

export interface Rule__Output {
  'name': (string);
  'method': (string);
  'conditions': (_policy_v1_Condition__Output)[];
  'action': (string);
  'approvals'?: (number);
  '_approvals'?: "approvals";
}
