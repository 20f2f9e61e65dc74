// Original file: proto/policy/v1/policy.proto


export interface WithdrawApprovalsResponse {
  'withdrawn'?: (number);
}

export interface WithdrawApprovalsResponse__Output {
  'withdrawn': (number);
}
