// Original file: proto/wallet/v1/wallet.proto


export interface ListWalletGroupsRequest {
  'applicationId'?: (string);
  'after'?: (string);
  'limit'?: (number);
}

export interface ListWalletGroupsRequest__Output {
  'applicationId': (string);
  'after': (string);
  'limit': (number);
}
