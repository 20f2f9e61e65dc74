// Original file: proto/wallet/v1/wallet.proto


export interface GetTrustStatusRequest {
  'applicationId'?: (string);
  'issuer'?: (string);
  'audience'?: (string);
}

export interface GetTrustStatusRequest__Output {
  'applicationId': (string);
  'issuer': (string);
  'audience': (string);
}
