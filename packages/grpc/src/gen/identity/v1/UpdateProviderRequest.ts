// Original file: proto/identity/v1/identity.proto


export interface UpdateProviderRequest {
  'applicationId'?: (string);
  'providerId'?: (string);
  'issuer'?: (string);
  'audience'?: (string);
  'jwksUri'?: (string);
}

export interface UpdateProviderRequest__Output {
  'applicationId': (string);
  'providerId': (string);
  'issuer': (string);
  'audience': (string);
  'jwksUri': (string);
}
