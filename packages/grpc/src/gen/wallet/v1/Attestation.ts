// Original file: proto/wallet/v1/wallet.proto


export interface Attestation {
  'format'?: (string);
  'document'?: (Buffer | Uint8Array | string);
  'receiptPublicKey'?: (Buffer | Uint8Array | string);
}

export interface Attestation__Output {
  'format': (string);
  'document': (Buffer);
  'receiptPublicKey': (Buffer);
}
