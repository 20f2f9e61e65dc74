// Original file: proto/operation/v1/operation.proto


export interface ExportPrivateKey {
  'recipientPublicKey'?: (Buffer | Uint8Array | string);
}

export interface ExportPrivateKey__Output {
  'recipientPublicKey': (Buffer);
}
