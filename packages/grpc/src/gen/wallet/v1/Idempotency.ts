// Original file: proto/wallet/v1/wallet.proto


export interface Idempotency {
  'key'?: (string);
  'bodyHash'?: (Buffer | Uint8Array | string);
  'sealKey'?: (Buffer | Uint8Array | string);
}

export interface Idempotency__Output {
  'key': (string);
  'bodyHash': (Buffer);
  'sealKey': (Buffer);
}
