// Original file: proto/policy/v1/policy.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CallFrames as _call_stream_v1_CallFrames, CallFrames__Output as _call_stream_v1_CallFrames__Output } from '../../call_stream/v1/CallFrames.js';
import type { EvaluateRequest as _policy_v1_EvaluateRequest, EvaluateRequest__Output as _policy_v1_EvaluateRequest__Output } from '../../policy/v1/EvaluateRequest.js';
import type { EvaluateResponse as _policy_v1_EvaluateResponse, EvaluateResponse__Output as _policy_v1_EvaluateResponse__Output } from '../../policy/v1/EvaluateResponse.js';
import type { GetSettingsRequest as _policy_v1_GetSettingsRequest, GetSettingsRequest__Output as _policy_v1_GetSettingsRequest__Output } from '../../policy/v1/GetSettingsRequest.js';
import type { ReplyFrames as _call_stream_v1_ReplyFrames, ReplyFrames__Output as _call_stream_v1_ReplyFrames__Output } from '../../call_stream/v1/ReplyFrames.js';
import type { Settings as _policy_v1_Settings, Settings__Output as _policy_v1_Settings__Output } from '../../policy/v1/Settings.js';
import type { UpdateSettingsRequest as _policy_v1_UpdateSettingsRequest, UpdateSettingsRequest__Output as _policy_v1_UpdateSettingsRequest__Output } from '../../policy/v1/UpdateSettingsRequest.js';

export interface PolicyClient extends grpc.Client {
  Calls(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  Calls(options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  calls(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  calls(options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  
  Evaluate(argument: _policy_v1_EvaluateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_EvaluateResponse__Output>): grpc.ClientUnaryCall;
  Evaluate(argument: _policy_v1_EvaluateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_EvaluateResponse__Output>): grpc.ClientUnaryCall;
  Evaluate(argument: _policy_v1_EvaluateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_EvaluateResponse__Output>): grpc.ClientUnaryCall;
  Evaluate(argument: _policy_v1_EvaluateRequest, callback: grpc.requestCallback<_policy_v1_EvaluateResponse__Output>): grpc.ClientUnaryCall;
  evaluate(argument: _policy_v1_EvaluateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_EvaluateResponse__Output>): grpc.ClientUnaryCall;
  evaluate(argument: _policy_v1_EvaluateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_EvaluateResponse__Output>): grpc.ClientUnaryCall;
  evaluate(argument: _policy_v1_EvaluateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_EvaluateResponse__Output>): grpc.ClientUnaryCall;
  evaluate(argument: _policy_v1_EvaluateRequest, callback: grpc.requestCallback<_policy_v1_EvaluateResponse__Output>): grpc.ClientUnaryCall;
  
  GetSettings(argument: _policy_v1_GetSettingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  GetSettings(argument: _policy_v1_GetSettingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  GetSettings(argument: _policy_v1_GetSettingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  GetSettings(argument: _policy_v1_GetSettingsRequest, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  getSettings(argument: _policy_v1_GetSettingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  getSettings(argument: _policy_v1_GetSettingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  getSettings(argument: _policy_v1_GetSettingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  getSettings(argument: _policy_v1_GetSettingsRequest, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  
  UpdateSettings(argument: _policy_v1_UpdateSettingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  UpdateSettings(argument: _policy_v1_UpdateSettingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  UpdateSettings(argument: _policy_v1_UpdateSettingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  UpdateSettings(argument: _policy_v1_UpdateSettingsRequest, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  updateSettings(argument: _policy_v1_UpdateSettingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  updateSettings(argument: _policy_v1_UpdateSettingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  updateSettings(argument: _policy_v1_UpdateSettingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  updateSettings(argument: _policy_v1_UpdateSettingsRequest, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  
}

export interface PolicyHandlers extends grpc.UntypedServiceImplementation {
  Calls: grpc.handleBidiStreamingCall<_call_stream_v1_CallFrames__Output, _call_stream_v1_ReplyFrames>;
  
  Evaluate: grpc.handleUnaryCall<_policy_v1_EvaluateRequest__Output, _policy_v1_EvaluateResponse>;
  
  GetSettings: grpc.handleUnaryCall<_policy_v1_GetSettingsRequest__Output, _policy_v1_Settings>;
  
  UpdateSettings: grpc.handleUnaryCall<_policy_v1_UpdateSettingsRequest__Output, _policy_v1_Settings>;
  
}

export interface PolicyDefinition extends grpc.ServiceDefinition {
  Calls: MethodDefinition<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames, _call_stream_v1_CallFrames__Output, _call_stream_v1_ReplyFrames__Output>
  Evaluate: MethodDefinition<_policy_v1_EvaluateRequest, _policy_v1_EvaluateResponse, _policy_v1_EvaluateRequest__Output, _policy_v1_EvaluateResponse__Output>
  GetSettings: MethodDefinition<_policy_v1_GetSettingsRequest, _policy_v1_Settings, _policy_v1_GetSettingsRequest__Output, _policy_v1_Settings__Output>
  UpdateSettings: MethodDefinition<_policy_v1_UpdateSettingsRequest, _policy_v1_Settings, _policy_v1_UpdateSettingsRequest__Output, _policy_v1_Settings__Output>
}
