// Original file: proto/policy/v1/policy.proto


export interface GetPolicyRequest {
  'applicationId'?: (string);
  'policyId'?: (string);
}

export interface GetPolicyRequest__Output {
  'applicationId': (string);
  'policyId': (string);
}
