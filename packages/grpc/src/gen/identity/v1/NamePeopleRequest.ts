// Original file: proto/identity/v1/identity.proto


export interface NamePeopleRequest {
  'applicationId'?: (string);
  'personIds'?: (string)[];
}

export interface NamePeopleRequest__Output {
  'applicationId': (string);
  'personIds': (string)[];
}
