// Original file: proto/policy/v1/policy.proto

import type { PolicyDraft as _policy_v1_PolicyDraft, PolicyDraft__Output as _policy_v1_PolicyDraft__Output } from '../../policy/v1/PolicyDraft.js';

export interface CreatePolicyRequest {
  'applicationId'?: (string);
  'policy'?: (_policy_v1_PolicyDraft | null);
  'providerIssuers'?: (string)[];
}

export interface CreatePolicyRequest__Output {
  'applicationId': (string);
  'policy': (_policy_v1_PolicyDraft__Output | null);
  'providerIssuers': (string)[];
}
