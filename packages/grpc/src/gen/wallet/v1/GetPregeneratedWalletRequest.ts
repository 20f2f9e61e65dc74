// Original file: proto/wallet/v1/wallet.proto


export interface GetPregeneratedWalletRequest {
  'applicationId'?: (string);
  'email'?: (string);
}

export interface GetPregeneratedWalletRequest__Output {
  'applicationId': (string);
  'email': (string);
}
