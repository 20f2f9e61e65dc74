// Original file: proto/witness/v1/witness.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CallFrames as _call_stream_v1_CallFrames, CallFrames__Output as _call_stream_v1_CallFrames__Output } from '../../call_stream/v1/CallFrames.js';
import type { CosignCheckpointsRequest as _witness_v1_CosignCheckpointsRequest, CosignCheckpointsRequest__Output as _witness_v1_CosignCheckpointsRequest__Output } from '../../witness/v1/CosignCheckpointsRequest.js';
import type { CosignCheckpointsResponse as _witness_v1_CosignCheckpointsResponse, CosignCheckpointsResponse__Output as _witness_v1_CosignCheckpointsResponse__Output } from '../../witness/v1/CosignCheckpointsResponse.js';
import type { ReplyFrames as _call_stream_v1_ReplyFrames, ReplyFrames__Output as _call_stream_v1_ReplyFrames__Output } from '../../call_stream/v1/ReplyFrames.js';
import type { StateRequest as _witness_v1_StateRequest, StateRequest__Output as _witness_v1_StateRequest__Output } from '../../witness/v1/StateRequest.js';
import type { StateResponse as _witness_v1_StateResponse, StateResponse__Output as _witness_v1_StateResponse__Output } from '../../witness/v1/StateResponse.js';

export interface WitnessClient extends grpc.Client {
  Calls(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  Calls(options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  calls(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  calls(options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  
  CosignCheckpoints(argument: _witness_v1_CosignCheckpointsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_witness_v1_CosignCheckpointsResponse__Output>): grpc.ClientUnaryCall;
  CosignCheckpoints(argument: _witness_v1_CosignCheckpointsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_witness_v1_CosignCheckpointsResponse__Output>): grpc.ClientUnaryCall;
  CosignCheckpoints(argument: _witness_v1_CosignCheckpointsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_witness_v1_CosignCheckpointsResponse__Output>): grpc.ClientUnaryCall;
  CosignCheckpoints(argument: _witness_v1_CosignCheckpointsRequest, callback: grpc.requestCallback<_witness_v1_CosignCheckpointsResponse__Output>): grpc.ClientUnaryCall;
  cosignCheckpoints(argument: _witness_v1_CosignCheckpointsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_witness_v1_CosignCheckpointsResponse__Output>): grpc.ClientUnaryCall;
  cosignCheckpoints(argument: _witness_v1_CosignCheckpointsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_witness_v1_CosignCheckpointsResponse__Output>): grpc.ClientUnaryCall;
  cosignCheckpoints(argument: _witness_v1_CosignCheckpointsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_witness_v1_CosignCheckpointsResponse__Output>): grpc.ClientUnaryCall;
  cosignCheckpoints(argument: _witness_v1_CosignCheckpointsRequest, callback: grpc.requestCallback<_witness_v1_CosignCheckpointsResponse__Output>): grpc.ClientUnaryCall;
  
  State(argument: _witness_v1_StateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_witness_v1_StateResponse__Output>): grpc.ClientUnaryCall;
  State(argument: _witness_v1_StateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_witness_v1_StateResponse__Output>): grpc.ClientUnaryCall;
  State(argument: _witness_v1_StateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_witness_v1_StateResponse__Output>): grpc.ClientUnaryCall;
  State(argument: _witness_v1_StateRequest, callback: grpc.requestCallback<_witness_v1_StateResponse__Output>): grpc.ClientUnaryCall;
  state(argument: _witness_v1_StateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_witness_v1_StateResponse__Output>): grpc.ClientUnaryCall;
  state(argument: _witness_v1_StateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_witness_v1_StateResponse__Output>): grpc.ClientUnaryCall;
  state(argument: _witness_v1_StateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_witness_v1_StateResponse__Output>): grpc.ClientUnaryCall;
  state(argument: _witness_v1_StateRequest, callback: grpc.requestCallback<_witness_v1_StateResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface WitnessHandlers extends grpc.UntypedServiceImplementation {
  Calls: grpc.handleBidiStreamingCall<_call_stream_v1_CallFrames__Output, _call_stream_v1_ReplyFrames>;
  
  CosignCheckpoints: grpc.handleUnaryCall<_witness_v1_CosignCheckpointsRequest__Output, _witness_v1_CosignCheckpointsResponse>;
  
  State: grpc.handleUnaryCall<_witness_v1_StateRequest__Output, _witness_v1_StateResponse>;
  
}

export interface WitnessDefinition extends grpc.ServiceDefinition {
  Calls: MethodDefinition<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames, _call_stream_v1_CallFrames__Output, _call_stream_v1_ReplyFrames__Output>
  CosignCheckpoints: MethodDefinition<_witness_v1_CosignCheckpointsRequest, _witness_v1_CosignCheckpointsResponse, _witness_v1_CosignCheckpointsRequest__Output, _witness_v1_CosignCheckpointsResponse__Output>
  State: MethodDefinition<_witness_v1_StateRequest, _witness_v1_StateResponse, _witness_v1_StateRequest__Output, _witness_v1_StateResponse__Output>
}
