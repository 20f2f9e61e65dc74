// Original file: proto/identity/v1/identity.proto


export interface EndSessionRequest {
  'session'?: (string);
  'sessionId'?: (string);
}

export interface EndSessionRequest__Output {
  'session': (string);
  'sessionId': (string);
}
