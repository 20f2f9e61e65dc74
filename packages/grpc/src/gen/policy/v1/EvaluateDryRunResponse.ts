// Original file: proto/policy/v1/policy.proto


export interface EvaluateDryRunResponse {
  'decisionJson'?: (string);
}

export interface EvaluateDryRunResponse__Output {
  'decisionJson': (string);
}
