// Original file: proto/identity/v1/identity.proto


export interface ListPeopleRequest {
  'after'?: (string);
  'limit'?: (number);
}

export interface ListPeopleRequest__Output {
  'after': (string);
  'limit': (number);
}
