// Original file: proto/policy/v1/decision.proto

import type { ValueList as _policy_v1_ValueList, ValueList__Output as _policy_v1_ValueList__Output } from '../../policy/v1/ValueList.js';

export interface Value {
  'text'?: (string);
  'flag'?: (boolean);
  'number'?: (number | string);
  'list'?: (_policy_v1_ValueList | null);
  'kind'?: "text"|"flag"|"number"|"list";
}

export interface Value__Output {
  'text'?: (string);
  'flag'?: (boolean);
  'number'?: (number);
  'list'?: (_policy_v1_ValueList__Output | null);
  'kind'?: "text"|"flag"|"number"|"list";
}
