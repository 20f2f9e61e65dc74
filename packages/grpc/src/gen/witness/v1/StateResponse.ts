// Original file: proto/witness/v1/witness.proto

import type { SignedStatement as _trust_v1_SignedStatement, SignedStatement__Output as _trust_v1_SignedStatement__Output } from '../../trust/v1/SignedStatement.js';
import type { Observation as _witness_v1_Observation, Observation__Output as _witness_v1_Observation__Output } from '../../witness/v1/Observation.js';
import type { Long } from '@grpc/proto-loader';

export interface StateResponse {
  'rootVersion'?: (number | string | Long);
  'document'?: (Buffer | Uint8Array | string);
  'statement'?: (_trust_v1_SignedStatement | null);
  'problem'?: (string);
  'notBefore'?: (number | string | Long);
  'observations'?: (_witness_v1_Observation)[];
}

export interface StateResponse__Output {
  'rootVersion': (string);
  'document': (Buffer);
  'statement': (_trust_v1_SignedStatement__Output | null);
  'problem': (string);
  'notBefore': (string);
  'observations': (_witness_v1_Observation__Output)[];
}
