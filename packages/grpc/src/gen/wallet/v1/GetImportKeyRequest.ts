// Original file: proto/wallet/v1/wallet.proto


export interface GetImportKeyRequest {
  'applicationId'?: (string);
  'issuer'?: (string);
  'subject'?: (string);
  'network'?: (string);
}

export interface GetImportKeyRequest__Output {
  'applicationId': (string);
  'issuer': (string);
  'subject': (string);
  'network': (string);
}
