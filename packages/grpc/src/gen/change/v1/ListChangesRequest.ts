// Original file: proto/change/v1/change.proto


export interface ListChangesRequest {
  'applicationId'?: (string);
  'limit'?: (number);
}

export interface ListChangesRequest__Output {
  'applicationId': (string);
  'limit': (number);
}
