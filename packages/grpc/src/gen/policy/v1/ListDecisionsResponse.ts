// Original file: proto/policy/v1/policy.proto

import type { DecisionRecord as _policy_v1_DecisionRecord, DecisionRecord__Output as _policy_v1_DecisionRecord__Output } from '../../policy/v1/DecisionRecord.js';

export interface ListDecisionsResponse {
  'next'?: (string);
  'decisions'?: (_policy_v1_DecisionRecord)[];
}

export interface ListDecisionsResponse__Output {
  'next': (string);
  'decisions': (_policy_v1_DecisionRecord__Output)[];
}
