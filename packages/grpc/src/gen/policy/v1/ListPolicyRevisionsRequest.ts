// Original file: proto/policy/v1/policy.proto


export interface ListPolicyRevisionsRequest {
  'applicationId'?: (string);
  'policyId'?: (string);
}

export interface ListPolicyRevisionsRequest__Output {
  'applicationId': (string);
  'policyId': (string);
}
