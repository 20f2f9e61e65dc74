// Original file: proto/wallet/v1/wallet.proto


export interface SignedReceipt {
  'statement'?: (Buffer | Uint8Array | string);
  'signature'?: (Buffer | Uint8Array | string);
  'publicKey'?: (Buffer | Uint8Array | string);
}

export interface SignedReceipt__Output {
  'statement': (Buffer);
  'signature': (Buffer);
  'publicKey': (Buffer);
}
