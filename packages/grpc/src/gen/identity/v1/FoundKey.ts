// Original file: proto/identity/v1/identity.proto


export interface FoundKey {
  'kid'?: (string);
  'alg'?: (string);
  'kty'?: (string);
}

export interface FoundKey__Output {
  'kid': (string);
  'alg': (string);
  'kty': (string);
}
