// Original file: proto/identity/v1/identity.proto


export interface OfChangeRequest {
  'applicationId'?: (string);
  'requestId'?: (string);
}

export interface OfChangeRequest__Output {
  'applicationId': (string);
  'requestId': (string);
}
