// Original file: proto/identity/v1/identity.proto


export interface GetProviderRequest {
  'applicationId'?: (string);
  'providerId'?: (string);
}

export interface GetProviderRequest__Output {
  'applicationId': (string);
  'providerId': (string);
}
