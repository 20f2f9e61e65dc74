// Original file: proto/wallet/v1/wallet.proto


export interface ListWalletsRequest {
  'applicationId'?: (string);
  'groupId'?: (string);
  'network'?: (string);
  'resourceId'?: (string);
  'address'?: (string);
  'after'?: (string);
  'limit'?: (number);
  'issuer'?: (string);
  'subject'?: (string);
  '_resourceId'?: "resourceId";
}

export interface ListWalletsRequest__Output {
  'applicationId': (string);
  'groupId': (string);
  'network': (string);
  'resourceId'?: (string);
  'address': (string);
  'after': (string);
  'limit': (number);
  'issuer': (string);
  'subject': (string);
  '_resourceId'?: "resourceId";
}
