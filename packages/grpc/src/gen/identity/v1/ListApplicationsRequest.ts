// Original file: proto/identity/v1/identity.proto


export interface ListApplicationsRequest {
  'after'?: (string);
  'limit'?: (number);
}

export interface ListApplicationsRequest__Output {
  'after': (string);
  'limit': (number);
}
