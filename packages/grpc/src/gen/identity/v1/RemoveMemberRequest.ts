// Original file: proto/identity/v1/identity.proto


export interface RemoveMemberRequest {
  'applicationId'?: (string);
  'personId'?: (string);
}

export interface RemoveMemberRequest__Output {
  'applicationId': (string);
  'personId': (string);
}
