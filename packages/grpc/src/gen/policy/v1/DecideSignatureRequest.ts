// Original file: proto/policy/v1/policy.proto


export interface DecideSignatureRequest {
  'applicationId'?: (string);
  'requestId'?: (string);
  'approver'?: (Buffer | Uint8Array | string);
  'passkeyJson'?: (string);
}

export interface DecideSignatureRequest__Output {
  'applicationId': (string);
  'requestId': (string);
  'approver': (Buffer);
  'passkeyJson': (string);
}
