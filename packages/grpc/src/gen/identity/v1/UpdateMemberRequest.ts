// Original file: proto/identity/v1/identity.proto


export interface UpdateMemberRequest {
  'applicationId'?: (string);
  'personId'?: (string);
  'role'?: (string);
}

export interface UpdateMemberRequest__Output {
  'applicationId': (string);
  'personId': (string);
  'role': (string);
}
