// Original file: proto/policy/v1/policy.proto

import type { PolicyDraft as _policy_v1_PolicyDraft, PolicyDraft__Output as _policy_v1_PolicyDraft__Output } from '../../policy/v1/PolicyDraft.js';
import type { DecisionFilter as _policy_v1_DecisionFilter, DecisionFilter__Output as _policy_v1_DecisionFilter__Output } from '../../policy/v1/DecisionFilter.js';

export interface EvaluateDecisionsRequest {
  'applicationId'?: (string);
  'policy'?: (_policy_v1_PolicyDraft | null);
  'policyId'?: (string);
  'before'?: (string);
  'limit'?: (number);
  'filter'?: (_policy_v1_DecisionFilter | null);
}

export interface EvaluateDecisionsRequest__Output {
  'applicationId': (string);
  'policy': (_policy_v1_PolicyDraft__Output | null);
  'policyId': (string);
  'before': (string);
  'limit': (number);
  'filter': (_policy_v1_DecisionFilter__Output | null);
}
