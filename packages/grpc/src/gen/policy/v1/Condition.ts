// Original file: proto/policy/v1/rule.proto

import type { ScalarList as _policy_v1_ScalarList, ScalarList__Output as _policy_v1_ScalarList__Output } from '../../policy/v1/ScalarList.js';

export interface Condition {
  'fieldSource'?: (string);
  'field'?: (string);
  'operator'?: (string);
  'text'?: (string);
  'flag'?: (boolean);
  'number'?: (number | string);
  'list'?: (_policy_v1_ScalarList | null);
  'abiJson'?: (string);
  'windowSeconds'?: (number);
  'token'?: (string);
  'value'?: "text"|"flag"|"number"|"list";
  '_abiJson'?: "abiJson";
  '_windowSeconds'?: "windowSeconds";
  '_token'?: "token";
}

export interface Condition__Output {
  'fieldSource': (string);
  'field': (string);
  'operator': (string);
  'text'?: (string);
  'flag'?: (boolean);
  'number'?: (number);
  'list'?: (_policy_v1_ScalarList__Output | null);
  'abiJson'?: (string);
  'windowSeconds'?: (number);
  'token'?: (string);
  'value'?: "text"|"flag"|"number"|"list";
  '_abiJson'?: "abiJson";
  '_windowSeconds'?: "windowSeconds";
  '_token'?: "token";
}
