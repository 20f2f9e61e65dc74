// Original file: proto/witness/v1/witness.proto

import type { Source as _witness_v1_Source, Source__Output as _witness_v1_Source__Output } from '../../witness/v1/Source.js';
import type { SignedStatement as _trust_v1_SignedStatement, SignedStatement__Output as _trust_v1_SignedStatement__Output } from '../../trust/v1/SignedStatement.js';

export interface StateRequest {
  'rootDocument'?: (Buffer | Uint8Array | string);
  'applicationId'?: (string);
  'document'?: (Buffer | Uint8Array | string);
  'sources'?: (_witness_v1_Source)[];
  'statements'?: (_trust_v1_SignedStatement)[];
}

export interface StateRequest__Output {
  'rootDocument': (Buffer);
  'applicationId': (string);
  'document': (Buffer);
  'sources': (_witness_v1_Source__Output)[];
  'statements': (_trust_v1_SignedStatement__Output)[];
}
