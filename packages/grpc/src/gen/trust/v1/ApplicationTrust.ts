// Original file: proto/trust/v1/trust.proto

import type { SignedStatement as _trust_v1_SignedStatement, SignedStatement__Output as _trust_v1_SignedStatement__Output } from '../../trust/v1/SignedStatement.js';
import type { KeySet as _trust_v1_KeySet, KeySet__Output as _trust_v1_KeySet__Output } from '../../trust/v1/KeySet.js';

export interface ApplicationTrust {
  'document'?: (Buffer | Uint8Array | string);
  'statements'?: (_trust_v1_SignedStatement)[];
  'keySets'?: (_trust_v1_KeySet)[];
}

export interface ApplicationTrust__Output {
  'document': (Buffer);
  'statements': (_trust_v1_SignedStatement__Output)[];
  'keySets': (_trust_v1_KeySet__Output)[];
}
