// Original file: proto/policy/v1/policy.proto

import type { PolicyRecord as _policy_v1_PolicyRecord, PolicyRecord__Output as _policy_v1_PolicyRecord__Output } from '../../policy/v1/PolicyRecord.js';

export interface ListPoliciesResponse {
  'policies'?: (_policy_v1_PolicyRecord)[];
  'next'?: (string);
}

export interface ListPoliciesResponse__Output {
  'policies': (_policy_v1_PolicyRecord__Output)[];
  'next': (string);
}
