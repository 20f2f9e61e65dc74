// Original file: proto/policy/v1/policy.proto


export interface DeletePolicyRequest {
  'applicationId'?: (string);
  'policyId'?: (string);
  'expectedRevision'?: (number);
}

export interface DeletePolicyRequest__Output {
  'applicationId': (string);
  'policyId': (string);
  'expectedRevision': (number);
}
