// Original file: proto/policy/v1/policy.proto

import type { Rule as _policy_v1_Rule, Rule__Output as _policy_v1_Rule__Output } from '../../policy/v1/Rule.js';

export interface PolicyDraft {
  'name'?: (string);
  'chain'?: (string);
  'scope'?: (string);
  'rules'?: (_policy_v1_Rule)[];
  'description'?: (string);
  'isActive'?: (boolean);
  '_description'?: "description";
  '_isActive'?: "isActive";
}

export interface PolicyDraft__Output {
  'name': (string);
  'chain': (string);
  'scope': (string);
  'rules': (_policy_v1_Rule__Output)[];
  'description'?: (string);
  'isActive'?: (boolean);
  '_description'?: "description";
  '_isActive'?: "isActive";
}
