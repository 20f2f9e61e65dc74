// Original file: proto/wallet/v1/wallet.proto


export interface User {
  'applicationId'?: (string);
  'providerId'?: (string);
  'issuer'?: (string);
  'subject'?: (string);
  'jwt'?: (string);
  'opJwtMode'?: (string);
  'assertsEmail'?: (boolean);
}

export interface User__Output {
  'applicationId': (string);
  'providerId': (string);
  'issuer': (string);
  'subject': (string);
  'jwt': (string);
  'opJwtMode': (string);
  'assertsEmail': (boolean);
}
