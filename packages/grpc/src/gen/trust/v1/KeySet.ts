// Original file: proto/trust/v1/trust.proto

import type { SignedStatement as _trust_v1_SignedStatement, SignedStatement__Output as _trust_v1_SignedStatement__Output } from '../../trust/v1/SignedStatement.js';

export interface KeySet {
  'issuer'?: (string);
  'jwksUri'?: (string);
  'keys'?: (Buffer | Uint8Array | string);
  'statements'?: (_trust_v1_SignedStatement)[];
}

export interface KeySet__Output {
  'issuer': (string);
  'jwksUri': (string);
  'keys': (Buffer);
  'statements': (_trust_v1_SignedStatement__Output)[];
}
