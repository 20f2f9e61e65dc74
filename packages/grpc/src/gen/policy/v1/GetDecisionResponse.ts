// Original file: proto/policy/v1/policy.proto


export interface GetDecisionResponse {
  'decisionJson'?: (string);
}

export interface GetDecisionResponse__Output {
  'decisionJson': (string);
}
