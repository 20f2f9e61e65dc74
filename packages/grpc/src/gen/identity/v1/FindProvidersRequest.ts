// Original file: proto/identity/v1/identity.proto


export interface FindProvidersRequest {
  'apiKey'?: (string);
}

export interface FindProvidersRequest__Output {
  'apiKey': (string);
}
