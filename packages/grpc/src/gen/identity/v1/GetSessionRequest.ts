// Original file: proto/identity/v1/identity.proto


export interface GetSessionRequest {
  'session'?: (string);
}

export interface GetSessionRequest__Output {
  'session': (string);
}
