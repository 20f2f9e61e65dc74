// Original file: proto/identity/v1/identity.proto


export interface SignInRequest {
  'passkeyJson'?: (string);
}

export interface SignInRequest__Output {
  'passkeyJson': (string);
}
