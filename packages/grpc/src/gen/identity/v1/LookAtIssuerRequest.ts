// Original file: proto/identity/v1/identity.proto


export interface LookAtIssuerRequest {
  'applicationId'?: (string);
  'issuer'?: (string);
  'jwksUri'?: (string);
}

export interface LookAtIssuerRequest__Output {
  'applicationId': (string);
  'issuer': (string);
  'jwksUri': (string);
}
