// Original file: proto/identity/v1/identity.proto


export interface AuthenticateSessionRequest {
  'session'?: (string);
  'applicationId'?: (string);
  'knownRevision'?: (string);
}

export interface AuthenticateSessionRequest__Output {
  'session': (string);
  'applicationId': (string);
  'knownRevision': (string);
}
