// Original file: proto/identity/v1/identity.proto


export interface VouchForApproverResponse {
  'approver'?: (Buffer | Uint8Array | string);
}

export interface VouchForApproverResponse__Output {
  'approver': (Buffer);
}
