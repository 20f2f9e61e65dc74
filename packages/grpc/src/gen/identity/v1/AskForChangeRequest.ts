// Original file: proto/identity/v1/identity.proto


export interface AskForChangeRequest {
  'applicationId'?: (string);
  'scope'?: (string);
  'method'?: (string);
  'path'?: (string);
  'bodyJson'?: (string);
  'beforeJson'?: (string);
  'reason'?: (string);
}

export interface AskForChangeRequest__Output {
  'applicationId': (string);
  'scope': (string);
  'method': (string);
  'path': (string);
  'bodyJson': (string);
  'beforeJson': (string);
  'reason': (string);
}
