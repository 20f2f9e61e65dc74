// Original file: proto/policy/v1/policy.proto


export interface UpdatePolicyRequest {
  'applicationId'?: (string);
  'policyId'?: (string);
  'changesJson'?: (string);
  'expectedRevision'?: (number);
}

export interface UpdatePolicyRequest__Output {
  'applicationId': (string);
  'policyId': (string);
  'changesJson': (string);
  'expectedRevision': (number);
}
