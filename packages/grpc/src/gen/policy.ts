import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CallFrame as _call_stream_v1_CallFrame, CallFrame__Output as _call_stream_v1_CallFrame__Output } from './call_stream/v1/CallFrame.js';
import type { CallFrames as _call_stream_v1_CallFrames, CallFrames__Output as _call_stream_v1_CallFrames__Output } from './call_stream/v1/CallFrames.js';
import type { ReplyFrame as _call_stream_v1_ReplyFrame, ReplyFrame__Output as _call_stream_v1_ReplyFrame__Output } from './call_stream/v1/ReplyFrame.js';
import type { ReplyFrames as _call_stream_v1_ReplyFrames, ReplyFrames__Output as _call_stream_v1_ReplyFrames__Output } from './call_stream/v1/ReplyFrames.js';
import type { Eip7702Authorization as _operation_v1_Eip7702Authorization, Eip7702Authorization__Output as _operation_v1_Eip7702Authorization__Output } from './operation/v1/Eip7702Authorization.js';
import type { Message as _operation_v1_Message, Message__Output as _operation_v1_Message__Output } from './operation/v1/Message.js';
import type { Operation as _operation_v1_Operation, Operation__Output as _operation_v1_Operation__Output } from './operation/v1/Operation.js';
import type { RawHash as _operation_v1_RawHash, RawHash__Output as _operation_v1_RawHash__Output } from './operation/v1/RawHash.js';
import type { Transaction as _operation_v1_Transaction, Transaction__Output as _operation_v1_Transaction__Output } from './operation/v1/Transaction.js';
import type { TypedData as _operation_v1_TypedData, TypedData__Output as _operation_v1_TypedData__Output } from './operation/v1/TypedData.js';
import type { EvaluateRequest as _policy_v1_EvaluateRequest, EvaluateRequest__Output as _policy_v1_EvaluateRequest__Output } from './policy/v1/EvaluateRequest.js';
import type { EvaluateResponse as _policy_v1_EvaluateResponse, EvaluateResponse__Output as _policy_v1_EvaluateResponse__Output } from './policy/v1/EvaluateResponse.js';
import type { GetSettingsRequest as _policy_v1_GetSettingsRequest, GetSettingsRequest__Output as _policy_v1_GetSettingsRequest__Output } from './policy/v1/GetSettingsRequest.js';
import type { PolicyClient as _policy_v1_PolicyClient, PolicyDefinition as _policy_v1_PolicyDefinition } from './policy/v1/Policy.js';
import type { Settings as _policy_v1_Settings, Settings__Output as _policy_v1_Settings__Output } from './policy/v1/Settings.js';
import type { UpdateSettingsRequest as _policy_v1_UpdateSettingsRequest, UpdateSettingsRequest__Output as _policy_v1_UpdateSettingsRequest__Output } from './policy/v1/UpdateSettingsRequest.js';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  call_stream: {
    v1: {
      CallFrame: MessageTypeDefinition<_call_stream_v1_CallFrame, _call_stream_v1_CallFrame__Output>
      CallFrames: MessageTypeDefinition<_call_stream_v1_CallFrames, _call_stream_v1_CallFrames__Output>
      ReplyFrame: MessageTypeDefinition<_call_stream_v1_ReplyFrame, _call_stream_v1_ReplyFrame__Output>
      ReplyFrames: MessageTypeDefinition<_call_stream_v1_ReplyFrames, _call_stream_v1_ReplyFrames__Output>
    }
  }
  operation: {
    v1: {
      Eip7702Authorization: MessageTypeDefinition<_operation_v1_Eip7702Authorization, _operation_v1_Eip7702Authorization__Output>
      Message: MessageTypeDefinition<_operation_v1_Message, _operation_v1_Message__Output>
      Operation: MessageTypeDefinition<_operation_v1_Operation, _operation_v1_Operation__Output>
      RawHash: MessageTypeDefinition<_operation_v1_RawHash, _operation_v1_RawHash__Output>
      Transaction: MessageTypeDefinition<_operation_v1_Transaction, _operation_v1_Transaction__Output>
      TypedData: MessageTypeDefinition<_operation_v1_TypedData, _operation_v1_TypedData__Output>
    }
  }
  policy: {
    v1: {
      EvaluateRequest: MessageTypeDefinition<_policy_v1_EvaluateRequest, _policy_v1_EvaluateRequest__Output>
      EvaluateResponse: MessageTypeDefinition<_policy_v1_EvaluateResponse, _policy_v1_EvaluateResponse__Output>
      GetSettingsRequest: MessageTypeDefinition<_policy_v1_GetSettingsRequest, _policy_v1_GetSettingsRequest__Output>
      Policy: SubtypeConstructor<typeof grpc.Client, _policy_v1_PolicyClient> & { service: _policy_v1_PolicyDefinition }
      Settings: MessageTypeDefinition<_policy_v1_Settings, _policy_v1_Settings__Output>
      UpdateSettingsRequest: MessageTypeDefinition<_policy_v1_UpdateSettingsRequest, _policy_v1_UpdateSettingsRequest__Output>
    }
  }
}

