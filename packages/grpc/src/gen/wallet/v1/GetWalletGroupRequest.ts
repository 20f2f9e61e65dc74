// Original file: proto/wallet/v1/wallet.proto


export interface GetWalletGroupRequest {
  'applicationId'?: (string);
  'groupId'?: (string);
}

export interface GetWalletGroupRequest__Output {
  'applicationId': (string);
  'groupId': (string);
}
