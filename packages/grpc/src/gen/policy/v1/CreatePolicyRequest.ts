// Original file: proto/policy/v1/policy.proto


export interface CreatePolicyRequest {
  'applicationId'?: (string);
  'policyJson'?: (string);
}

export interface CreatePolicyRequest__Output {
  'applicationId': (string);
  'policyJson': (string);
}
