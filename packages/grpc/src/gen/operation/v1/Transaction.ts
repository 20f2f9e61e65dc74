// Original file: proto/operation/v1/operation.proto


export interface Transaction {
  'unsigned'?: (Buffer | Uint8Array | string);
}

export interface Transaction__Output {
  'unsigned': (Buffer);
}
