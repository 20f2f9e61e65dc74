// Original file: proto/identity/v1/identity.proto


export interface AuthenticateSecretKeyRequest {
  'secretKey'?: (string);
  'knownRevision'?: (string);
}

export interface AuthenticateSecretKeyRequest__Output {
  'secretKey': (string);
  'knownRevision': (string);
}
