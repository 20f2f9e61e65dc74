// Original file: proto/policy/v1/rule.proto

import type { Rule as _policy_v1_Rule, Rule__Output as _policy_v1_Rule__Output } from '../../policy/v1/Rule.js';

export interface RuleList {
  'rules'?: (_policy_v1_Rule)[];
}

export interface RuleList__Output {
  'rules': (_policy_v1_Rule__Output)[];
}
