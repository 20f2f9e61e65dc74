// Original file: proto/identity/v1/identity.proto


export interface AuthenticateOperatorRequest {
  'operatorKey'?: (string);
}

export interface AuthenticateOperatorRequest__Output {
  'operatorKey': (string);
}
