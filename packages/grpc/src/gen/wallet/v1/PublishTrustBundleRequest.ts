// Original file: proto/wallet/v1/wallet.proto


export interface PublishTrustBundleRequest {
  'signedBundle'?: (Buffer | Uint8Array | string);
}

export interface PublishTrustBundleRequest__Output {
  'signedBundle': (Buffer);
}
