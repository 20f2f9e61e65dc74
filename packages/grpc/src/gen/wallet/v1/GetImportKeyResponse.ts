// Original file: proto/wallet/v1/wallet.proto


export interface GetImportKeyResponse {
  'publicKey'?: (Buffer | Uint8Array | string);
  'info'?: (Buffer | Uint8Array | string);
  'associatedData'?: (Buffer | Uint8Array | string);
}

export interface GetImportKeyResponse__Output {
  'publicKey': (Buffer);
  'info': (Buffer);
  'associatedData': (Buffer);
}
