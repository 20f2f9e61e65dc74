// Original file: proto/wallet/v1/wallet.proto


export interface ExportPrivateKeyResponse {
  'encapsulatedKey'?: (Buffer | Uint8Array | string);
  'ciphertext'?: (Buffer | Uint8Array | string);
  'info'?: (Buffer | Uint8Array | string);
  'associatedData'?: (Buffer | Uint8Array | string);
  'requestId'?: (string);
  'walletId'?: (string);
  'address'?: (string);
  'publicKey'?: (Buffer | Uint8Array | string);
}

export interface ExportPrivateKeyResponse__Output {
  'encapsulatedKey': (Buffer);
  'ciphertext': (Buffer);
  'info': (Buffer);
  'associatedData': (Buffer);
  'requestId': (string);
  'walletId': (string);
  'address': (string);
  'publicKey': (Buffer);
}
