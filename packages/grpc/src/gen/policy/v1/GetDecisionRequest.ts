// Original file: proto/policy/v1/policy.proto


export interface GetDecisionRequest {
  'applicationId'?: (string);
  'decisionId'?: (string);
}

export interface GetDecisionRequest__Output {
  'applicationId': (string);
  'decisionId': (string);
}
