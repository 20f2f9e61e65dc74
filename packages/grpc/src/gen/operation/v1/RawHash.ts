// Original file: proto/operation/v1/operation.proto


export interface RawHash {
  'hash'?: (Buffer | Uint8Array | string);
}

export interface RawHash__Output {
  'hash': (Buffer);
}
