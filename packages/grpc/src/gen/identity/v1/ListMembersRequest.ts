// Original file: proto/identity/v1/identity.proto


export interface ListMembersRequest {
  'applicationId'?: (string);
  'former'?: (boolean);
}

export interface ListMembersRequest__Output {
  'applicationId': (string);
  'former': (boolean);
}
