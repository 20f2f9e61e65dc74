// Original file: proto/policy/v1/policy.proto

import type { PolicyRevision as _policy_v1_PolicyRevision, PolicyRevision__Output as _policy_v1_PolicyRevision__Output } from '../../policy/v1/PolicyRevision.js';

export interface ListPolicyRevisionsResponse {
  'revisions'?: (_policy_v1_PolicyRevision)[];
}

export interface ListPolicyRevisionsResponse__Output {
  'revisions': (_policy_v1_PolicyRevision__Output)[];
}
