// Original file: proto/identity/v1/identity.proto


export interface ListChangeRequestsRequest {
  'applicationId'?: (string);
  'before'?: (string);
  'limit'?: (number);
}

export interface ListChangeRequestsRequest__Output {
  'applicationId': (string);
  'before': (string);
  'limit': (number);
}
