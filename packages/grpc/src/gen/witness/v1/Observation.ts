// Original file: proto/witness/v1/witness.proto

import type { SignedStatement as _trust_v1_SignedStatement, SignedStatement__Output as _trust_v1_SignedStatement__Output } from '../../trust/v1/SignedStatement.js';

export interface Observation {
  'keys'?: (Buffer | Uint8Array | string);
  'statement'?: (_trust_v1_SignedStatement | null);
  'problem'?: (string);
  'jwksUri'?: (string);
  'current'?: (boolean);
}

export interface Observation__Output {
  'keys': (Buffer);
  'statement': (_trust_v1_SignedStatement__Output | null);
  'problem': (string);
  'jwksUri': (string);
  'current': (boolean);
}
