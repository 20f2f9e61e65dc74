// Original file: proto/identity/v1/identity.proto


export interface SignInRequest {
  'passkeyJson'?: (string);
  'idToken'?: (string);
  'nonce'?: (string);
  'userAgent'?: (string);
}

export interface SignInRequest__Output {
  'passkeyJson': (string);
  'idToken': (string);
  'nonce': (string);
  'userAgent': (string);
}
