// Original file: proto/policy/v1/policy.proto

import type { RuleList as _policy_v1_RuleList, RuleList__Output as _policy_v1_RuleList__Output } from '../../policy/v1/RuleList.js';
import type { Description as _policy_v1_Description, Description__Output as _policy_v1_Description__Output } from '../../policy/v1/Description.js';

export interface PolicyChanges {
  'name'?: (string);
  'chain'?: (string);
  'scope'?: (string);
  'rules'?: (_policy_v1_RuleList | null);
  'description'?: (_policy_v1_Description | null);
  'isActive'?: (boolean);
  '_name'?: "name";
  '_chain'?: "chain";
  '_scope'?: "scope";
  '_isActive'?: "isActive";
}

export interface PolicyChanges__Output {
  'name'?: (string);
  'chain'?: (string);
  'scope'?: (string);
  'rules': (_policy_v1_RuleList__Output | null);
  'description': (_policy_v1_Description__Output | null);
  'isActive'?: (boolean);
  '_name'?: "name";
  '_chain'?: "chain";
  '_scope'?: "scope";
  '_isActive'?: "isActive";
}
