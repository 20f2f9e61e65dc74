import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CallFrame as _call_stream_v1_CallFrame, CallFrame__Output as _call_stream_v1_CallFrame__Output } from './call_stream/v1/CallFrame.js';
import type { CallFrames as _call_stream_v1_CallFrames, CallFrames__Output as _call_stream_v1_CallFrames__Output } from './call_stream/v1/CallFrames.js';
import type { ReplyFrame as _call_stream_v1_ReplyFrame, ReplyFrame__Output as _call_stream_v1_ReplyFrame__Output } from './call_stream/v1/ReplyFrame.js';
import type { ReplyFrames as _call_stream_v1_ReplyFrames, ReplyFrames__Output as _call_stream_v1_ReplyFrames__Output } from './call_stream/v1/ReplyFrames.js';
import type { ApplicationTrust as _trust_v1_ApplicationTrust, ApplicationTrust__Output as _trust_v1_ApplicationTrust__Output } from './trust/v1/ApplicationTrust.js';
import type { KeySet as _trust_v1_KeySet, KeySet__Output as _trust_v1_KeySet__Output } from './trust/v1/KeySet.js';
import type { SignedStatement as _trust_v1_SignedStatement, SignedStatement__Output as _trust_v1_SignedStatement__Output } from './trust/v1/SignedStatement.js';
import type { StatedItem as _trust_v1_StatedItem, StatedItem__Output as _trust_v1_StatedItem__Output } from './trust/v1/StatedItem.js';
import type { CheckpointOffer as _witness_v1_CheckpointOffer, CheckpointOffer__Output as _witness_v1_CheckpointOffer__Output } from './witness/v1/CheckpointOffer.js';
import type { CosignCheckpointsRequest as _witness_v1_CosignCheckpointsRequest, CosignCheckpointsRequest__Output as _witness_v1_CosignCheckpointsRequest__Output } from './witness/v1/CosignCheckpointsRequest.js';
import type { CosignCheckpointsResponse as _witness_v1_CosignCheckpointsResponse, CosignCheckpointsResponse__Output as _witness_v1_CosignCheckpointsResponse__Output } from './witness/v1/CosignCheckpointsResponse.js';
import type { HeldCheckpoint as _witness_v1_HeldCheckpoint, HeldCheckpoint__Output as _witness_v1_HeldCheckpoint__Output } from './witness/v1/HeldCheckpoint.js';
import type { Observation as _witness_v1_Observation, Observation__Output as _witness_v1_Observation__Output } from './witness/v1/Observation.js';
import type { Source as _witness_v1_Source, Source__Output as _witness_v1_Source__Output } from './witness/v1/Source.js';
import type { StateRequest as _witness_v1_StateRequest, StateRequest__Output as _witness_v1_StateRequest__Output } from './witness/v1/StateRequest.js';
import type { StateResponse as _witness_v1_StateResponse, StateResponse__Output as _witness_v1_StateResponse__Output } from './witness/v1/StateResponse.js';
import type { WitnessClient as _witness_v1_WitnessClient, WitnessDefinition as _witness_v1_WitnessDefinition } from './witness/v1/Witness.js';

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
  trust: {
    v1: {
      ApplicationTrust: MessageTypeDefinition<_trust_v1_ApplicationTrust, _trust_v1_ApplicationTrust__Output>
      KeySet: MessageTypeDefinition<_trust_v1_KeySet, _trust_v1_KeySet__Output>
      SignedStatement: MessageTypeDefinition<_trust_v1_SignedStatement, _trust_v1_SignedStatement__Output>
      StatedItem: MessageTypeDefinition<_trust_v1_StatedItem, _trust_v1_StatedItem__Output>
    }
  }
  witness: {
    v1: {
      CheckpointOffer: MessageTypeDefinition<_witness_v1_CheckpointOffer, _witness_v1_CheckpointOffer__Output>
      CosignCheckpointsRequest: MessageTypeDefinition<_witness_v1_CosignCheckpointsRequest, _witness_v1_CosignCheckpointsRequest__Output>
      CosignCheckpointsResponse: MessageTypeDefinition<_witness_v1_CosignCheckpointsResponse, _witness_v1_CosignCheckpointsResponse__Output>
      HeldCheckpoint: MessageTypeDefinition<_witness_v1_HeldCheckpoint, _witness_v1_HeldCheckpoint__Output>
      Observation: MessageTypeDefinition<_witness_v1_Observation, _witness_v1_Observation__Output>
      Source: MessageTypeDefinition<_witness_v1_Source, _witness_v1_Source__Output>
      StateRequest: MessageTypeDefinition<_witness_v1_StateRequest, _witness_v1_StateRequest__Output>
      StateResponse: MessageTypeDefinition<_witness_v1_StateResponse, _witness_v1_StateResponse__Output>
      Witness: SubtypeConstructor<typeof grpc.Client, _witness_v1_WitnessClient> & { service: _witness_v1_WitnessDefinition }
    }
  }
}

