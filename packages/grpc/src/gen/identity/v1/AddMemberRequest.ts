// Original file: proto/identity/v1/identity.proto


export interface AddMemberRequest {
  'applicationId'?: (string);
  'personId'?: (string);
  'name'?: (string);
  'role'?: (string);
  'email'?: (string);
}

export interface AddMemberRequest__Output {
  'applicationId': (string);
  'personId': (string);
  'name': (string);
  'role': (string);
  'email': (string);
}
