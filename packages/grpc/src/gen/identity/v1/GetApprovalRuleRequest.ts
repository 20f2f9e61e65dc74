// Original file: proto/identity/v1/identity.proto


export interface GetApprovalRuleRequest {
  'applicationId'?: (string);
}

export interface GetApprovalRuleRequest__Output {
  'applicationId': (string);
}
