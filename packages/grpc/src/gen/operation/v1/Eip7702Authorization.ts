// Original file: proto/operation/v1/operation.proto


export interface Eip7702Authorization {
  'chainId'?: (string);
  'address'?: (Buffer | Uint8Array | string);
  'nonce'?: (string);
}

export interface Eip7702Authorization__Output {
  'chainId': (string);
  'address': (Buffer);
  'nonce': (string);
}
