// Original file: proto/identity/v1/identity.proto


export interface ListProvidersRequest {
  'applicationId'?: (string);
}

export interface ListProvidersRequest__Output {
  'applicationId': (string);
}
