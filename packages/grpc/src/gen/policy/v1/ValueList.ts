// Original file: proto/policy/v1/decision.proto

import type { Value as _policy_v1_Value, Value__Output as _policy_v1_Value__Output } from '../../policy/v1/Value.js';

export interface ValueList {
  'values'?: (_policy_v1_Value)[];
}

export interface ValueList__Output {
  'values': (_policy_v1_Value__Output)[];
}
