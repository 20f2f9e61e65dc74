// Original file: proto/wallet/v1/wallet.proto


export interface SignedTransaction {
  'signedTransaction'?: (string);
  'transactionHash'?: (string);
  'psbt'?: (string);
  '_signedTransaction'?: "signedTransaction";
  '_transactionHash'?: "transactionHash";
  '_psbt'?: "psbt";
}

export interface SignedTransaction__Output {
  'signedTransaction'?: (string);
  'transactionHash'?: (string);
  'psbt'?: (string);
  '_signedTransaction'?: "signedTransaction";
  '_transactionHash'?: "transactionHash";
  '_psbt'?: "psbt";
}
