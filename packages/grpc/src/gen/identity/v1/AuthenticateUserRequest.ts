// Original file: proto/identity/v1/identity.proto


export interface AuthenticateUserRequest {
  'apiKey'?: (string);
  'providerId'?: (string);
  'knownRevision'?: (string);
}

export interface AuthenticateUserRequest__Output {
  'apiKey': (string);
  'providerId': (string);
  'knownRevision': (string);
}
