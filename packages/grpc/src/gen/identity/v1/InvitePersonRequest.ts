// Original file: proto/identity/v1/identity.proto


export interface InvitePersonRequest {
  'name'?: (string);
  'isOperator'?: (boolean);
  'email'?: (string);
}

export interface InvitePersonRequest__Output {
  'name': (string);
  'isOperator': (boolean);
  'email': (string);
}
