// Original file: proto/wallet/v1/wallet.proto


export interface SignResponse {
  'resultJson'?: (string);
  'requestId'?: (string);
}

export interface SignResponse__Output {
  'resultJson': (string);
  'requestId': (string);
}
