// Original file: proto/webhooks/v1/webhooks.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CallFrames as _call_stream_v1_CallFrames, CallFrames__Output as _call_stream_v1_CallFrames__Output } from '../../call_stream/v1/CallFrames.js';
import type { CreateEndpointRequest as _webhooks_v1_CreateEndpointRequest, CreateEndpointRequest__Output as _webhooks_v1_CreateEndpointRequest__Output } from '../../webhooks/v1/CreateEndpointRequest.js';
import type { CreateEndpointResponse as _webhooks_v1_CreateEndpointResponse, CreateEndpointResponse__Output as _webhooks_v1_CreateEndpointResponse__Output } from '../../webhooks/v1/CreateEndpointResponse.js';
import type { DeleteEndpointRequest as _webhooks_v1_DeleteEndpointRequest, DeleteEndpointRequest__Output as _webhooks_v1_DeleteEndpointRequest__Output } from '../../webhooks/v1/DeleteEndpointRequest.js';
import type { DeleteEndpointResponse as _webhooks_v1_DeleteEndpointResponse, DeleteEndpointResponse__Output as _webhooks_v1_DeleteEndpointResponse__Output } from '../../webhooks/v1/DeleteEndpointResponse.js';
import type { Delivery as _webhooks_v1_Delivery, Delivery__Output as _webhooks_v1_Delivery__Output } from '../../webhooks/v1/Delivery.js';
import type { Endpoint as _webhooks_v1_Endpoint, Endpoint__Output as _webhooks_v1_Endpoint__Output } from '../../webhooks/v1/Endpoint.js';
import type { ForgetChangesRequest as _change_v1_ForgetChangesRequest, ForgetChangesRequest__Output as _change_v1_ForgetChangesRequest__Output } from '../../change/v1/ForgetChangesRequest.js';
import type { ForgetChangesResponse as _change_v1_ForgetChangesResponse, ForgetChangesResponse__Output as _change_v1_ForgetChangesResponse__Output } from '../../change/v1/ForgetChangesResponse.js';
import type { GetEndpointRequest as _webhooks_v1_GetEndpointRequest, GetEndpointRequest__Output as _webhooks_v1_GetEndpointRequest__Output } from '../../webhooks/v1/GetEndpointRequest.js';
import type { ListChangesRequest as _change_v1_ListChangesRequest, ListChangesRequest__Output as _change_v1_ListChangesRequest__Output } from '../../change/v1/ListChangesRequest.js';
import type { ListChangesResponse as _change_v1_ListChangesResponse, ListChangesResponse__Output as _change_v1_ListChangesResponse__Output } from '../../change/v1/ListChangesResponse.js';
import type { ListDeliveriesRequest as _webhooks_v1_ListDeliveriesRequest, ListDeliveriesRequest__Output as _webhooks_v1_ListDeliveriesRequest__Output } from '../../webhooks/v1/ListDeliveriesRequest.js';
import type { ListDeliveriesResponse as _webhooks_v1_ListDeliveriesResponse, ListDeliveriesResponse__Output as _webhooks_v1_ListDeliveriesResponse__Output } from '../../webhooks/v1/ListDeliveriesResponse.js';
import type { ListEndpointsRequest as _webhooks_v1_ListEndpointsRequest, ListEndpointsRequest__Output as _webhooks_v1_ListEndpointsRequest__Output } from '../../webhooks/v1/ListEndpointsRequest.js';
import type { ListEndpointsResponse as _webhooks_v1_ListEndpointsResponse, ListEndpointsResponse__Output as _webhooks_v1_ListEndpointsResponse__Output } from '../../webhooks/v1/ListEndpointsResponse.js';
import type { RedeliverRequest as _webhooks_v1_RedeliverRequest, RedeliverRequest__Output as _webhooks_v1_RedeliverRequest__Output } from '../../webhooks/v1/RedeliverRequest.js';
import type { ReplyFrames as _call_stream_v1_ReplyFrames, ReplyFrames__Output as _call_stream_v1_ReplyFrames__Output } from '../../call_stream/v1/ReplyFrames.js';
import type { RotateSecretRequest as _webhooks_v1_RotateSecretRequest, RotateSecretRequest__Output as _webhooks_v1_RotateSecretRequest__Output } from '../../webhooks/v1/RotateSecretRequest.js';
import type { RotateSecretResponse as _webhooks_v1_RotateSecretResponse, RotateSecretResponse__Output as _webhooks_v1_RotateSecretResponse__Output } from '../../webhooks/v1/RotateSecretResponse.js';
import type { SendTestEventRequest as _webhooks_v1_SendTestEventRequest, SendTestEventRequest__Output as _webhooks_v1_SendTestEventRequest__Output } from '../../webhooks/v1/SendTestEventRequest.js';
import type { UpdateEndpointRequest as _webhooks_v1_UpdateEndpointRequest, UpdateEndpointRequest__Output as _webhooks_v1_UpdateEndpointRequest__Output } from '../../webhooks/v1/UpdateEndpointRequest.js';

export interface WebhooksClient extends grpc.Client {
  Calls(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  Calls(options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  calls(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  calls(options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  
  CreateEndpoint(argument: _webhooks_v1_CreateEndpointRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse__Output>): grpc.ClientUnaryCall;
  CreateEndpoint(argument: _webhooks_v1_CreateEndpointRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse__Output>): grpc.ClientUnaryCall;
  CreateEndpoint(argument: _webhooks_v1_CreateEndpointRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse__Output>): grpc.ClientUnaryCall;
  CreateEndpoint(argument: _webhooks_v1_CreateEndpointRequest, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse__Output>): grpc.ClientUnaryCall;
  createEndpoint(argument: _webhooks_v1_CreateEndpointRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse__Output>): grpc.ClientUnaryCall;
  createEndpoint(argument: _webhooks_v1_CreateEndpointRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse__Output>): grpc.ClientUnaryCall;
  createEndpoint(argument: _webhooks_v1_CreateEndpointRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse__Output>): grpc.ClientUnaryCall;
  createEndpoint(argument: _webhooks_v1_CreateEndpointRequest, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse__Output>): grpc.ClientUnaryCall;
  
  DeleteEndpoint(argument: _webhooks_v1_DeleteEndpointRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_DeleteEndpointResponse__Output>): grpc.ClientUnaryCall;
  DeleteEndpoint(argument: _webhooks_v1_DeleteEndpointRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_DeleteEndpointResponse__Output>): grpc.ClientUnaryCall;
  DeleteEndpoint(argument: _webhooks_v1_DeleteEndpointRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_DeleteEndpointResponse__Output>): grpc.ClientUnaryCall;
  DeleteEndpoint(argument: _webhooks_v1_DeleteEndpointRequest, callback: grpc.requestCallback<_webhooks_v1_DeleteEndpointResponse__Output>): grpc.ClientUnaryCall;
  deleteEndpoint(argument: _webhooks_v1_DeleteEndpointRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_DeleteEndpointResponse__Output>): grpc.ClientUnaryCall;
  deleteEndpoint(argument: _webhooks_v1_DeleteEndpointRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_DeleteEndpointResponse__Output>): grpc.ClientUnaryCall;
  deleteEndpoint(argument: _webhooks_v1_DeleteEndpointRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_DeleteEndpointResponse__Output>): grpc.ClientUnaryCall;
  deleteEndpoint(argument: _webhooks_v1_DeleteEndpointRequest, callback: grpc.requestCallback<_webhooks_v1_DeleteEndpointResponse__Output>): grpc.ClientUnaryCall;
  
  ForgetChanges(argument: _change_v1_ForgetChangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  ForgetChanges(argument: _change_v1_ForgetChangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  ForgetChanges(argument: _change_v1_ForgetChangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  ForgetChanges(argument: _change_v1_ForgetChangesRequest, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  forgetChanges(argument: _change_v1_ForgetChangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  forgetChanges(argument: _change_v1_ForgetChangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  forgetChanges(argument: _change_v1_ForgetChangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  forgetChanges(argument: _change_v1_ForgetChangesRequest, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  
  GetEndpoint(argument: _webhooks_v1_GetEndpointRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_Endpoint__Output>): grpc.ClientUnaryCall;
  GetEndpoint(argument: _webhooks_v1_GetEndpointRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_Endpoint__Output>): grpc.ClientUnaryCall;
  GetEndpoint(argument: _webhooks_v1_GetEndpointRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_Endpoint__Output>): grpc.ClientUnaryCall;
  GetEndpoint(argument: _webhooks_v1_GetEndpointRequest, callback: grpc.requestCallback<_webhooks_v1_Endpoint__Output>): grpc.ClientUnaryCall;
  getEndpoint(argument: _webhooks_v1_GetEndpointRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_Endpoint__Output>): grpc.ClientUnaryCall;
  getEndpoint(argument: _webhooks_v1_GetEndpointRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_Endpoint__Output>): grpc.ClientUnaryCall;
  getEndpoint(argument: _webhooks_v1_GetEndpointRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_Endpoint__Output>): grpc.ClientUnaryCall;
  getEndpoint(argument: _webhooks_v1_GetEndpointRequest, callback: grpc.requestCallback<_webhooks_v1_Endpoint__Output>): grpc.ClientUnaryCall;
  
  ListChanges(argument: _change_v1_ListChangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  ListChanges(argument: _change_v1_ListChangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  ListChanges(argument: _change_v1_ListChangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  ListChanges(argument: _change_v1_ListChangesRequest, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  listChanges(argument: _change_v1_ListChangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  listChanges(argument: _change_v1_ListChangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  listChanges(argument: _change_v1_ListChangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  listChanges(argument: _change_v1_ListChangesRequest, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  
  ListDeliveries(argument: _webhooks_v1_ListDeliveriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _webhooks_v1_ListDeliveriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _webhooks_v1_ListDeliveriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _webhooks_v1_ListDeliveriesRequest, callback: grpc.requestCallback<_webhooks_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  listDeliveries(argument: _webhooks_v1_ListDeliveriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  listDeliveries(argument: _webhooks_v1_ListDeliveriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  listDeliveries(argument: _webhooks_v1_ListDeliveriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  listDeliveries(argument: _webhooks_v1_ListDeliveriesRequest, callback: grpc.requestCallback<_webhooks_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  
  ListEndpoints(argument: _webhooks_v1_ListEndpointsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListEndpointsResponse__Output>): grpc.ClientUnaryCall;
  ListEndpoints(argument: _webhooks_v1_ListEndpointsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_ListEndpointsResponse__Output>): grpc.ClientUnaryCall;
  ListEndpoints(argument: _webhooks_v1_ListEndpointsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListEndpointsResponse__Output>): grpc.ClientUnaryCall;
  ListEndpoints(argument: _webhooks_v1_ListEndpointsRequest, callback: grpc.requestCallback<_webhooks_v1_ListEndpointsResponse__Output>): grpc.ClientUnaryCall;
  listEndpoints(argument: _webhooks_v1_ListEndpointsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListEndpointsResponse__Output>): grpc.ClientUnaryCall;
  listEndpoints(argument: _webhooks_v1_ListEndpointsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_ListEndpointsResponse__Output>): grpc.ClientUnaryCall;
  listEndpoints(argument: _webhooks_v1_ListEndpointsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListEndpointsResponse__Output>): grpc.ClientUnaryCall;
  listEndpoints(argument: _webhooks_v1_ListEndpointsRequest, callback: grpc.requestCallback<_webhooks_v1_ListEndpointsResponse__Output>): grpc.ClientUnaryCall;
  
  Redeliver(argument: _webhooks_v1_RedeliverRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_Delivery__Output>): grpc.ClientUnaryCall;
  Redeliver(argument: _webhooks_v1_RedeliverRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_Delivery__Output>): grpc.ClientUnaryCall;
  Redeliver(argument: _webhooks_v1_RedeliverRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_Delivery__Output>): grpc.ClientUnaryCall;
  Redeliver(argument: _webhooks_v1_RedeliverRequest, callback: grpc.requestCallback<_webhooks_v1_Delivery__Output>): grpc.ClientUnaryCall;
  redeliver(argument: _webhooks_v1_RedeliverRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_Delivery__Output>): grpc.ClientUnaryCall;
  redeliver(argument: _webhooks_v1_RedeliverRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_Delivery__Output>): grpc.ClientUnaryCall;
  redeliver(argument: _webhooks_v1_RedeliverRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_Delivery__Output>): grpc.ClientUnaryCall;
  redeliver(argument: _webhooks_v1_RedeliverRequest, callback: grpc.requestCallback<_webhooks_v1_Delivery__Output>): grpc.ClientUnaryCall;
  
  RotateSecret(argument: _webhooks_v1_RotateSecretRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_RotateSecretResponse__Output>): grpc.ClientUnaryCall;
  RotateSecret(argument: _webhooks_v1_RotateSecretRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_RotateSecretResponse__Output>): grpc.ClientUnaryCall;
  RotateSecret(argument: _webhooks_v1_RotateSecretRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_RotateSecretResponse__Output>): grpc.ClientUnaryCall;
  RotateSecret(argument: _webhooks_v1_RotateSecretRequest, callback: grpc.requestCallback<_webhooks_v1_RotateSecretResponse__Output>): grpc.ClientUnaryCall;
  rotateSecret(argument: _webhooks_v1_RotateSecretRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_RotateSecretResponse__Output>): grpc.ClientUnaryCall;
  rotateSecret(argument: _webhooks_v1_RotateSecretRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_RotateSecretResponse__Output>): grpc.ClientUnaryCall;
  rotateSecret(argument: _webhooks_v1_RotateSecretRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_RotateSecretResponse__Output>): grpc.ClientUnaryCall;
  rotateSecret(argument: _webhooks_v1_RotateSecretRequest, callback: grpc.requestCallback<_webhooks_v1_RotateSecretResponse__Output>): grpc.ClientUnaryCall;
  
  SendTestEvent(argument: _webhooks_v1_SendTestEventRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_Delivery__Output>): grpc.ClientUnaryCall;
  SendTestEvent(argument: _webhooks_v1_SendTestEventRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_Delivery__Output>): grpc.ClientUnaryCall;
  SendTestEvent(argument: _webhooks_v1_SendTestEventRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_Delivery__Output>): grpc.ClientUnaryCall;
  SendTestEvent(argument: _webhooks_v1_SendTestEventRequest, callback: grpc.requestCallback<_webhooks_v1_Delivery__Output>): grpc.ClientUnaryCall;
  sendTestEvent(argument: _webhooks_v1_SendTestEventRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_Delivery__Output>): grpc.ClientUnaryCall;
  sendTestEvent(argument: _webhooks_v1_SendTestEventRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_Delivery__Output>): grpc.ClientUnaryCall;
  sendTestEvent(argument: _webhooks_v1_SendTestEventRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_Delivery__Output>): grpc.ClientUnaryCall;
  sendTestEvent(argument: _webhooks_v1_SendTestEventRequest, callback: grpc.requestCallback<_webhooks_v1_Delivery__Output>): grpc.ClientUnaryCall;
  
  UpdateEndpoint(argument: _webhooks_v1_UpdateEndpointRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_Endpoint__Output>): grpc.ClientUnaryCall;
  UpdateEndpoint(argument: _webhooks_v1_UpdateEndpointRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_Endpoint__Output>): grpc.ClientUnaryCall;
  UpdateEndpoint(argument: _webhooks_v1_UpdateEndpointRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_Endpoint__Output>): grpc.ClientUnaryCall;
  UpdateEndpoint(argument: _webhooks_v1_UpdateEndpointRequest, callback: grpc.requestCallback<_webhooks_v1_Endpoint__Output>): grpc.ClientUnaryCall;
  updateEndpoint(argument: _webhooks_v1_UpdateEndpointRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_Endpoint__Output>): grpc.ClientUnaryCall;
  updateEndpoint(argument: _webhooks_v1_UpdateEndpointRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_Endpoint__Output>): grpc.ClientUnaryCall;
  updateEndpoint(argument: _webhooks_v1_UpdateEndpointRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_Endpoint__Output>): grpc.ClientUnaryCall;
  updateEndpoint(argument: _webhooks_v1_UpdateEndpointRequest, callback: grpc.requestCallback<_webhooks_v1_Endpoint__Output>): grpc.ClientUnaryCall;
  
}

export interface WebhooksHandlers extends grpc.UntypedServiceImplementation {
  Calls: grpc.handleBidiStreamingCall<_call_stream_v1_CallFrames__Output, _call_stream_v1_ReplyFrames>;
  
  CreateEndpoint: grpc.handleUnaryCall<_webhooks_v1_CreateEndpointRequest__Output, _webhooks_v1_CreateEndpointResponse>;
  
  DeleteEndpoint: grpc.handleUnaryCall<_webhooks_v1_DeleteEndpointRequest__Output, _webhooks_v1_DeleteEndpointResponse>;
  
  ForgetChanges: grpc.handleUnaryCall<_change_v1_ForgetChangesRequest__Output, _change_v1_ForgetChangesResponse>;
  
  GetEndpoint: grpc.handleUnaryCall<_webhooks_v1_GetEndpointRequest__Output, _webhooks_v1_Endpoint>;
  
  ListChanges: grpc.handleUnaryCall<_change_v1_ListChangesRequest__Output, _change_v1_ListChangesResponse>;
  
  ListDeliveries: grpc.handleUnaryCall<_webhooks_v1_ListDeliveriesRequest__Output, _webhooks_v1_ListDeliveriesResponse>;
  
  ListEndpoints: grpc.handleUnaryCall<_webhooks_v1_ListEndpointsRequest__Output, _webhooks_v1_ListEndpointsResponse>;
  
  Redeliver: grpc.handleUnaryCall<_webhooks_v1_RedeliverRequest__Output, _webhooks_v1_Delivery>;
  
  RotateSecret: grpc.handleUnaryCall<_webhooks_v1_RotateSecretRequest__Output, _webhooks_v1_RotateSecretResponse>;
  
  SendTestEvent: grpc.handleUnaryCall<_webhooks_v1_SendTestEventRequest__Output, _webhooks_v1_Delivery>;
  
  UpdateEndpoint: grpc.handleUnaryCall<_webhooks_v1_UpdateEndpointRequest__Output, _webhooks_v1_Endpoint>;
  
}

export interface WebhooksDefinition extends grpc.ServiceDefinition {
  Calls: MethodDefinition<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames, _call_stream_v1_CallFrames__Output, _call_stream_v1_ReplyFrames__Output>
  CreateEndpoint: MethodDefinition<_webhooks_v1_CreateEndpointRequest, _webhooks_v1_CreateEndpointResponse, _webhooks_v1_CreateEndpointRequest__Output, _webhooks_v1_CreateEndpointResponse__Output>
  DeleteEndpoint: MethodDefinition<_webhooks_v1_DeleteEndpointRequest, _webhooks_v1_DeleteEndpointResponse, _webhooks_v1_DeleteEndpointRequest__Output, _webhooks_v1_DeleteEndpointResponse__Output>
  ForgetChanges: MethodDefinition<_change_v1_ForgetChangesRequest, _change_v1_ForgetChangesResponse, _change_v1_ForgetChangesRequest__Output, _change_v1_ForgetChangesResponse__Output>
  GetEndpoint: MethodDefinition<_webhooks_v1_GetEndpointRequest, _webhooks_v1_Endpoint, _webhooks_v1_GetEndpointRequest__Output, _webhooks_v1_Endpoint__Output>
  ListChanges: MethodDefinition<_change_v1_ListChangesRequest, _change_v1_ListChangesResponse, _change_v1_ListChangesRequest__Output, _change_v1_ListChangesResponse__Output>
  ListDeliveries: MethodDefinition<_webhooks_v1_ListDeliveriesRequest, _webhooks_v1_ListDeliveriesResponse, _webhooks_v1_ListDeliveriesRequest__Output, _webhooks_v1_ListDeliveriesResponse__Output>
  ListEndpoints: MethodDefinition<_webhooks_v1_ListEndpointsRequest, _webhooks_v1_ListEndpointsResponse, _webhooks_v1_ListEndpointsRequest__Output, _webhooks_v1_ListEndpointsResponse__Output>
  Redeliver: MethodDefinition<_webhooks_v1_RedeliverRequest, _webhooks_v1_Delivery, _webhooks_v1_RedeliverRequest__Output, _webhooks_v1_Delivery__Output>
  RotateSecret: MethodDefinition<_webhooks_v1_RotateSecretRequest, _webhooks_v1_RotateSecretResponse, _webhooks_v1_RotateSecretRequest__Output, _webhooks_v1_RotateSecretResponse__Output>
  SendTestEvent: MethodDefinition<_webhooks_v1_SendTestEventRequest, _webhooks_v1_Delivery, _webhooks_v1_SendTestEventRequest__Output, _webhooks_v1_Delivery__Output>
  UpdateEndpoint: MethodDefinition<_webhooks_v1_UpdateEndpointRequest, _webhooks_v1_Endpoint, _webhooks_v1_UpdateEndpointRequest__Output, _webhooks_v1_Endpoint__Output>
}
