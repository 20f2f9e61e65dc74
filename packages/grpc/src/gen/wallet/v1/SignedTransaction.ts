// Original file: proto/wallet/v1/wallet.proto


export interface SignedTransaction {
  'signedTransaction'?: (string);
  'transactionHash'?: (string);
  'psbt'?: (string);
  'signature'?: (string);
  'signatureBase58'?: (string);
  '_signedTransaction'?: "signedTransaction";
  '_transactionHash'?: "transactionHash";
  '_psbt'?: "psbt";
  '_signature'?: "signature";
  '_signatureBase58'?: "signatureBase58";
}

export interface SignedTransaction__Output {
  'signedTransaction'?: (string);
  'transactionHash'?: (string);
  'psbt'?: (string);
  'signature'?: (string);
  'signatureBase58'?: (string);
  '_signedTransaction'?: "signedTransaction";
  '_transactionHash'?: "transactionHash";
  '_psbt'?: "psbt";
  '_signature'?: "signature";
  '_signatureBase58'?: "signatureBase58";
}
