// Original file: proto/witness/v1/witness.proto


export interface Observation {
  'keys'?: (Buffer | Uint8Array | string);
  'problem'?: (string);
  'jwksUri'?: (string);
  'current'?: (boolean);
}

export interface Observation__Output {
  'keys': (Buffer);
  'problem': (string);
  'jwksUri': (string);
  'current': (boolean);
}
