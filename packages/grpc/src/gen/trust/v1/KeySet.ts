// Original file: proto/trust/v1/trust.proto


export interface KeySet {
  'issuer'?: (string);
  'jwksUri'?: (string);
  'keys'?: (Buffer | Uint8Array | string);
}

export interface KeySet__Output {
  'issuer': (string);
  'jwksUri': (string);
  'keys': (Buffer);
}
