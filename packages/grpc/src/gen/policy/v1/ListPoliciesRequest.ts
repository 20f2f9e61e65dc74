// Original file: proto/policy/v1/policy.proto


export interface ListPoliciesRequest {
  'applicationId'?: (string);
  'isActive'?: (boolean);
  'chain'?: (string);
  'scope'?: (string);
  'after'?: (string);
  '_isActive'?: "isActive";
}

export interface ListPoliciesRequest__Output {
  'applicationId': (string);
  'isActive'?: (boolean);
  'chain': (string);
  'scope': (string);
  'after': (string);
  '_isActive'?: "isActive";
}
