// Original file: proto/policy/v1/policy.proto

import type { DecisionFilter as _policy_v1_DecisionFilter, DecisionFilter__Output as _policy_v1_DecisionFilter__Output } from '../../policy/v1/DecisionFilter.js';

export interface ListDecisionsRequest {
  'applicationId'?: (string);
  'policyId'?: (string);
  'before'?: (string);
  'limit'?: (number);
  'filter'?: (_policy_v1_DecisionFilter | null);
}

export interface ListDecisionsRequest__Output {
  'applicationId': (string);
  'policyId': (string);
  'before': (string);
  'limit': (number);
  'filter': (_policy_v1_DecisionFilter__Output | null);
}
