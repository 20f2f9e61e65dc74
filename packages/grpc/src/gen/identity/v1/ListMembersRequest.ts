// Original file: proto/identity/v1/identity.proto


export interface ListMembersRequest {
  'applicationId'?: (string);
}

export interface ListMembersRequest__Output {
  'applicationId': (string);
}
