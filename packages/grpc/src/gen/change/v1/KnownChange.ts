// Original file: proto/change/v1/change.proto


export interface KnownChange {
  'applicationId'?: (string);
  'id'?: (string);
}

export interface KnownChange__Output {
  'applicationId': (string);
  'id': (string);
}
