// Original file: proto/identity/v1/identity.proto


export interface DecideChangeRequest {
  'applicationId'?: (string);
  'requestId'?: (string);
  'session'?: (string);
  'passkeyJson'?: (string);
}

export interface DecideChangeRequest__Output {
  'applicationId': (string);
  'requestId': (string);
  'session': (string);
  'passkeyJson': (string);
}
