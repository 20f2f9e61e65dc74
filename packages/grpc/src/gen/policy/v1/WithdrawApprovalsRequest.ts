// Original file: proto/policy/v1/policy.proto


export interface WithdrawApprovalsRequest {
  'applicationId'?: (string);
  'personId'?: (string);
}

export interface WithdrawApprovalsRequest__Output {
  'applicationId': (string);
  'personId': (string);
}
