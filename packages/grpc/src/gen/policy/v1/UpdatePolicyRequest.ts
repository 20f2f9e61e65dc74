// Original file: proto/policy/v1/policy.proto

import type { PolicyChanges as _policy_v1_PolicyChanges, PolicyChanges__Output as _policy_v1_PolicyChanges__Output } from '../../policy/v1/PolicyChanges.js';

export interface UpdatePolicyRequest {
  'applicationId'?: (string);
  'policyId'?: (string);
  'expectedRevision'?: (number);
  'changes'?: (_policy_v1_PolicyChanges | null);
  'providerIssuers'?: (string)[];
}

export interface UpdatePolicyRequest__Output {
  'applicationId': (string);
  'policyId': (string);
  'expectedRevision': (number);
  'changes': (_policy_v1_PolicyChanges__Output | null);
  'providerIssuers': (string)[];
}
