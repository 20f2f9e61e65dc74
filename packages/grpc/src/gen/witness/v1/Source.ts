// Original file: proto/witness/v1/witness.proto


export interface Source {
  'issuer'?: (string);
  'jwksUri'?: (string);
  'maxAgeSeconds'?: (number);
}

export interface Source__Output {
  'issuer': (string);
  'jwksUri': (string);
  'maxAgeSeconds': (number);
}
