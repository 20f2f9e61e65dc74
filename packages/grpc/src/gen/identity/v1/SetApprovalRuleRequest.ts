// Original file: proto/identity/v1/identity.proto


export interface SetApprovalRuleRequest {
  'applicationId'?: (string);
  'needed'?: (number);
  'scopes'?: (string)[];
}

export interface SetApprovalRuleRequest__Output {
  'applicationId': (string);
  'needed': (number);
  'scopes': (string)[];
}
