// Original file: proto/identity/v1/identity.proto


export interface NamedPerson {
  'personId'?: (string);
  'name'?: (string);
}

export interface NamedPerson__Output {
  'personId': (string);
  'name': (string);
}
