// Original file: proto/policy/v1/policy.proto

import type { Rule as _policy_v1_Rule, Rule__Output as _policy_v1_Rule__Output } from '../../policy/v1/Rule.js';
import type { Warning as _policy_v1_Warning, Warning__Output as _policy_v1_Warning__Output } from '../../policy/v1/Warning.js';
import type { Long } from '@grpc/proto-loader';

export interface PolicyRecord {
  'id'?: (string);
  'isActive'?: (boolean);
  'name'?: (string);
  'chain'?: (string);
  'scope'?: (string);
  'description'?: (string);
  'revision'?: (number);
  'timeCreated'?: (number | string | Long);
  'timeUpdated'?: (number | string | Long);
  'rules'?: (_policy_v1_Rule)[];
  'warnings'?: (_policy_v1_Warning)[];
  '_description'?: "description";
}

export interface PolicyRecord__Output {
  'id': (string);
  'isActive': (boolean);
  'name': (string);
  'chain': (string);
  'scope': (string);
  'description'?: (string);
  'revision': (number);
  'timeCreated': (string);
  'timeUpdated': (string);
  'rules': (_policy_v1_Rule__Output)[];
  'warnings': (_policy_v1_Warning__Output)[];
  '_description'?: "description";
}
