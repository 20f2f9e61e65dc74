// Original file: proto/wallet/v1/wallet.proto


export interface ListUsersRequest {
  'applicationId'?: (string);
  'issuer'?: (string);
  'subject'?: (string);
  'after'?: (string);
  'limit'?: (number);
  'subjectPrefix'?: (string);
}

export interface ListUsersRequest__Output {
  'applicationId': (string);
  'issuer': (string);
  'subject': (string);
  'after': (string);
  'limit': (number);
  'subjectPrefix': (string);
}
