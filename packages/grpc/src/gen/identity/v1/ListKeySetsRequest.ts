// Original file: proto/identity/v1/identity.proto


export interface ListKeySetsRequest {
  'after'?: (string);
  'limit'?: (number);
}

export interface ListKeySetsRequest__Output {
  'after': (string);
  'limit': (number);
}
