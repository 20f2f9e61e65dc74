// Original file: proto/wallet/v1/wallet.proto


export interface GetAttestationsRequest {
  'nonce'?: (Buffer | Uint8Array | string);
  'applicationId'?: (string);
}

export interface GetAttestationsRequest__Output {
  'nonce': (Buffer);
  'applicationId': (string);
}
