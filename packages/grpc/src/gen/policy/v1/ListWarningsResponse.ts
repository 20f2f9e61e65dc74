// Original file: proto/policy/v1/policy.proto

import type { FoundWarning as _policy_v1_FoundWarning, FoundWarning__Output as _policy_v1_FoundWarning__Output } from '../../policy/v1/FoundWarning.js';

export interface ListWarningsResponse {
  'warnings'?: (_policy_v1_FoundWarning)[];
  'policiesNotCompared'?: (string)[];
  'more'?: (boolean);
}

export interface ListWarningsResponse__Output {
  'warnings': (_policy_v1_FoundWarning__Output)[];
  'policiesNotCompared': (string)[];
  'more': (boolean);
}
