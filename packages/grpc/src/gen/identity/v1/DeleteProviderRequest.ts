// Original file: proto/identity/v1/identity.proto


export interface DeleteProviderRequest {
  'applicationId'?: (string);
  'providerId'?: (string);
}

export interface DeleteProviderRequest__Output {
  'applicationId': (string);
  'providerId': (string);
}
