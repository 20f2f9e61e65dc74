// Original file: proto/policy/v1/policy.proto

import type { DecisionAgain as _policy_v1_DecisionAgain, DecisionAgain__Output as _policy_v1_DecisionAgain__Output } from '../../policy/v1/DecisionAgain.js';

export interface EvaluateDecisionsResponse {
  'decisions'?: (_policy_v1_DecisionAgain)[];
  'next'?: (string);
  'evaluationEnabled'?: (boolean);
}

export interface EvaluateDecisionsResponse__Output {
  'decisions': (_policy_v1_DecisionAgain__Output)[];
  'next': (string);
  'evaluationEnabled': (boolean);
}
