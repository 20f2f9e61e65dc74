// Original file: proto/operation/v1/operation.proto

import type { RequestedTransaction as _operation_v1_RequestedTransaction, RequestedTransaction__Output as _operation_v1_RequestedTransaction__Output } from '../../operation/v1/RequestedTransaction.js';
import type { TypedData as _operation_v1_TypedData, TypedData__Output as _operation_v1_TypedData__Output } from '../../operation/v1/TypedData.js';

export interface RequestedHash {
  'hash'?: (Buffer | Uint8Array | string);
  'transaction'?: (_operation_v1_RequestedTransaction | null);
  'typedData'?: (_operation_v1_TypedData | null);
  'preimage'?: "transaction"|"typedData";
}

export interface RequestedHash__Output {
  'hash': (Buffer);
  'transaction'?: (_operation_v1_RequestedTransaction__Output | null);
  'typedData'?: (_operation_v1_TypedData__Output | null);
  'preimage'?: "transaction"|"typedData";
}
