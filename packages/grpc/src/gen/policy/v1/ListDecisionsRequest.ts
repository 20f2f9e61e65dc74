// Original file: proto/policy/v1/policy.proto


export interface ListDecisionsRequest {
  'applicationId'?: (string);
  'policyId'?: (string);
  'before'?: (string);
  'limit'?: (number);
}

export interface ListDecisionsRequest__Output {
  'applicationId': (string);
  'policyId': (string);
  'before': (string);
  'limit': (number);
}
