// Original file: proto/witness/v1/witness.proto


export interface HeldCheckpoint {
  'note'?: (string);
  'outcome'?: (string);
}

export interface HeldCheckpoint__Output {
  'note': (string);
  'outcome': (string);
}
