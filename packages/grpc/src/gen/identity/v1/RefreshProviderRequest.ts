// Original file: proto/identity/v1/identity.proto


export interface RefreshProviderRequest {
  'applicationId'?: (string);
  'providerId'?: (string);
}

export interface RefreshProviderRequest__Output {
  'applicationId': (string);
  'providerId': (string);
}
