// Original file: proto/operation/v1/operation.proto

import type { RequestedHash as _operation_v1_RequestedHash, RequestedHash__Output as _operation_v1_RequestedHash__Output } from '../../operation/v1/RequestedHash.js';
import type { RequestedMessage as _operation_v1_RequestedMessage, RequestedMessage__Output as _operation_v1_RequestedMessage__Output } from '../../operation/v1/RequestedMessage.js';
import type { Eip7702Authorization as _operation_v1_Eip7702Authorization, Eip7702Authorization__Output as _operation_v1_Eip7702Authorization__Output } from '../../operation/v1/Eip7702Authorization.js';
import type { RequestedTransaction as _operation_v1_RequestedTransaction, RequestedTransaction__Output as _operation_v1_RequestedTransaction__Output } from '../../operation/v1/RequestedTransaction.js';
import type { TypedData as _operation_v1_TypedData, TypedData__Output as _operation_v1_TypedData__Output } from '../../operation/v1/TypedData.js';
import type { ExportPrivateKey as _operation_v1_ExportPrivateKey, ExportPrivateKey__Output as _operation_v1_ExportPrivateKey__Output } from '../../operation/v1/ExportPrivateKey.js';

export interface RequestedOperation {
  'rawHash'?: (_operation_v1_RequestedHash | null);
  'message'?: (_operation_v1_RequestedMessage | null);
  'eip7702Authorization'?: (_operation_v1_Eip7702Authorization | null);
  'transaction'?: (_operation_v1_RequestedTransaction | null);
  'typedData'?: (_operation_v1_TypedData | null);
  'exportPrivateKey'?: (_operation_v1_ExportPrivateKey | null);
  'kind'?: "rawHash"|"message"|"eip7702Authorization"|"transaction"|"typedData"|"exportPrivateKey";
}

export interface RequestedOperation__Output {
  'rawHash'?: (_operation_v1_RequestedHash__Output | null);
  'message'?: (_operation_v1_RequestedMessage__Output | null);
  'eip7702Authorization'?: (_operation_v1_Eip7702Authorization__Output | null);
  'transaction'?: (_operation_v1_RequestedTransaction__Output | null);
  'typedData'?: (_operation_v1_TypedData__Output | null);
  'exportPrivateKey'?: (_operation_v1_ExportPrivateKey__Output | null);
  'kind'?: "rawHash"|"message"|"eip7702Authorization"|"transaction"|"typedData"|"exportPrivateKey";
}
