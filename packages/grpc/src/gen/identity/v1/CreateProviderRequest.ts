// Original file: proto/identity/v1/identity.proto


export interface CreateProviderRequest {
  'applicationId'?: (string);
  'issuer'?: (string);
  'audience'?: (string);
  'jwksUri'?: (string);
}

export interface CreateProviderRequest__Output {
  'applicationId': (string);
  'issuer': (string);
  'audience': (string);
  'jwksUri': (string);
}
