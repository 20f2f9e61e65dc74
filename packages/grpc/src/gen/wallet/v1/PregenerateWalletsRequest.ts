// Original file: proto/wallet/v1/wallet.proto


export interface PregenerateWalletsRequest {
  'applicationId'?: (string);
  'emails'?: (string)[];
}

export interface PregenerateWalletsRequest__Output {
  'applicationId': (string);
  'emails': (string)[];
}
