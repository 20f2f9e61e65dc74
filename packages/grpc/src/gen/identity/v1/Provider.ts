// Original file: proto/identity/v1/identity.proto


export interface Provider {
  'id'?: (string);
  'applicationId'?: (string);
  'issuer'?: (string);
  'audience'?: (string);
  'jwksUri'?: (string);
  'discovered'?: (boolean);
}

export interface Provider__Output {
  'id': (string);
  'applicationId': (string);
  'issuer': (string);
  'audience': (string);
  'jwksUri': (string);
  'discovered': (boolean);
}
