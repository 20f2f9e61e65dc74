// Original file: proto/policy/v1/decision.proto

import type { Value as _policy_v1_Value, Value__Output as _policy_v1_Value__Output } from '../../policy/v1/Value.js';

export interface ConditionRecord {
  'index'?: (number);
  'fieldSource'?: (string);
  'field'?: (string);
  'operator'?: (string);
  'value'?: (_policy_v1_Value | null);
  'result'?: (string);
  'valueSeen'?: (_policy_v1_Value | null);
  'unknownBecause'?: (string);
  '_unknownBecause'?: "unknownBecause";
}

export interface ConditionRecord__Output {
  'index': (number);
  'fieldSource': (string);
  'field': (string);
  'operator': (string);
  'value': (_policy_v1_Value__Output | null);
  'result': (string);
  'valueSeen': (_policy_v1_Value__Output | null);
  'unknownBecause'?: (string);
  '_unknownBecause'?: "unknownBecause";
}
