// Original file: proto/wallet/v1/wallet.proto


export interface TrustedKey {
  'kid'?: (string);
  'thumbprint'?: (string);
}

export interface TrustedKey__Output {
  'kid': (string);
  'thumbprint': (string);
}
