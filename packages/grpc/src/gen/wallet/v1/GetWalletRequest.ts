// Original file: proto/wallet/v1/wallet.proto


export interface GetWalletRequest {
  'applicationId'?: (string);
  'walletId'?: (string);
}

export interface GetWalletRequest__Output {
  'applicationId': (string);
  'walletId': (string);
}
