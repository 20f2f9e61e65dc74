// Original file: proto/policy/v1/policy.proto


export interface OfSignatureRequest {
  'applicationId'?: (string);
  'requestId'?: (string);
}

export interface OfSignatureRequest__Output {
  'applicationId': (string);
  'requestId': (string);
}
