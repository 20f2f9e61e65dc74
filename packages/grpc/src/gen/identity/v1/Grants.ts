// Original file: proto/identity/v1/identity.proto


export interface Grants {
  'identity'?: (Buffer | Uint8Array | string);
  'policy'?: (Buffer | Uint8Array | string);
  'wallet'?: (Buffer | Uint8Array | string);
  'webhooks'?: (Buffer | Uint8Array | string);
}

export interface Grants__Output {
  'identity': (Buffer);
  'policy': (Buffer);
  'wallet': (Buffer);
  'webhooks': (Buffer);
}
