// Original file: proto/identity/v1/identity.proto


export interface RemovePasskeyRequest {
  'session'?: (string);
  'passkeyId'?: (string);
}

export interface RemovePasskeyRequest__Output {
  'session': (string);
  'passkeyId': (string);
}
