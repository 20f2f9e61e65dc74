// Original file: proto/operation/v1/operation.proto

import type { RawHash as _operation_v1_RawHash, RawHash__Output as _operation_v1_RawHash__Output } from '../../operation/v1/RawHash.js';
import type { Message as _operation_v1_Message, Message__Output as _operation_v1_Message__Output } from '../../operation/v1/Message.js';
import type { Eip7702Authorization as _operation_v1_Eip7702Authorization, Eip7702Authorization__Output as _operation_v1_Eip7702Authorization__Output } from '../../operation/v1/Eip7702Authorization.js';
import type { Transaction as _operation_v1_Transaction, Transaction__Output as _operation_v1_Transaction__Output } from '../../operation/v1/Transaction.js';
import type { TypedData as _operation_v1_TypedData, TypedData__Output as _operation_v1_TypedData__Output } from '../../operation/v1/TypedData.js';
import type { ExportPrivateKey as _operation_v1_ExportPrivateKey, ExportPrivateKey__Output as _operation_v1_ExportPrivateKey__Output } from '../../operation/v1/ExportPrivateKey.js';

export interface Operation {
  'rawHash'?: (_operation_v1_RawHash | null);
  'message'?: (_operation_v1_Message | null);
  'eip7702Authorization'?: (_operation_v1_Eip7702Authorization | null);
  'transaction'?: (_operation_v1_Transaction | null);
  'typedData'?: (_operation_v1_TypedData | null);
  'exportPrivateKey'?: (_operation_v1_ExportPrivateKey | null);
  'kind'?: "rawHash"|"message"|"eip7702Authorization"|"transaction"|"typedData"|"exportPrivateKey";
}

export interface Operation__Output {
  'rawHash'?: (_operation_v1_RawHash__Output | null);
  'message'?: (_operation_v1_Message__Output | null);
  'eip7702Authorization'?: (_operation_v1_Eip7702Authorization__Output | null);
  'transaction'?: (_operation_v1_Transaction__Output | null);
  'typedData'?: (_operation_v1_TypedData__Output | null);
  'exportPrivateKey'?: (_operation_v1_ExportPrivateKey__Output | null);
  'kind'?: "rawHash"|"message"|"eip7702Authorization"|"transaction"|"typedData"|"exportPrivateKey";
}
