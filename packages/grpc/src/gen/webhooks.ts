import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CallFrame as _call_stream_v1_CallFrame, CallFrame__Output as _call_stream_v1_CallFrame__Output } from './call_stream/v1/CallFrame.js';
import type { CallFrames as _call_stream_v1_CallFrames, CallFrames__Output as _call_stream_v1_CallFrames__Output } from './call_stream/v1/CallFrames.js';
import type { ReplyFrame as _call_stream_v1_ReplyFrame, ReplyFrame__Output as _call_stream_v1_ReplyFrame__Output } from './call_stream/v1/ReplyFrame.js';
import type { ReplyFrames as _call_stream_v1_ReplyFrames, ReplyFrames__Output as _call_stream_v1_ReplyFrames__Output } from './call_stream/v1/ReplyFrames.js';
import type { Change as _change_v1_Change, Change__Output as _change_v1_Change__Output } from './change/v1/Change.js';
import type { ForgetChangesRequest as _change_v1_ForgetChangesRequest, ForgetChangesRequest__Output as _change_v1_ForgetChangesRequest__Output } from './change/v1/ForgetChangesRequest.js';
import type { ForgetChangesResponse as _change_v1_ForgetChangesResponse, ForgetChangesResponse__Output as _change_v1_ForgetChangesResponse__Output } from './change/v1/ForgetChangesResponse.js';
import type { KnownChange as _change_v1_KnownChange, KnownChange__Output as _change_v1_KnownChange__Output } from './change/v1/KnownChange.js';
import type { ListChangesRequest as _change_v1_ListChangesRequest, ListChangesRequest__Output as _change_v1_ListChangesRequest__Output } from './change/v1/ListChangesRequest.js';
import type { ListChangesResponse as _change_v1_ListChangesResponse, ListChangesResponse__Output as _change_v1_ListChangesResponse__Output } from './change/v1/ListChangesResponse.js';
import type { Attempt as _webhooks_v1_Attempt, Attempt__Output as _webhooks_v1_Attempt__Output } from './webhooks/v1/Attempt.js';
import type { CreateEndpointRequest as _webhooks_v1_CreateEndpointRequest, CreateEndpointRequest__Output as _webhooks_v1_CreateEndpointRequest__Output } from './webhooks/v1/CreateEndpointRequest.js';
import type { CreateEndpointResponse as _webhooks_v1_CreateEndpointResponse, CreateEndpointResponse__Output as _webhooks_v1_CreateEndpointResponse__Output } from './webhooks/v1/CreateEndpointResponse.js';
import type { DeleteEndpointRequest as _webhooks_v1_DeleteEndpointRequest, DeleteEndpointRequest__Output as _webhooks_v1_DeleteEndpointRequest__Output } from './webhooks/v1/DeleteEndpointRequest.js';
import type { DeleteEndpointResponse as _webhooks_v1_DeleteEndpointResponse, DeleteEndpointResponse__Output as _webhooks_v1_DeleteEndpointResponse__Output } from './webhooks/v1/DeleteEndpointResponse.js';
import type { Delivery as _webhooks_v1_Delivery, Delivery__Output as _webhooks_v1_Delivery__Output } from './webhooks/v1/Delivery.js';
import type { Endpoint as _webhooks_v1_Endpoint, Endpoint__Output as _webhooks_v1_Endpoint__Output } from './webhooks/v1/Endpoint.js';
import type { EventTypes as _webhooks_v1_EventTypes, EventTypes__Output as _webhooks_v1_EventTypes__Output } from './webhooks/v1/EventTypes.js';
import type { GetEndpointRequest as _webhooks_v1_GetEndpointRequest, GetEndpointRequest__Output as _webhooks_v1_GetEndpointRequest__Output } from './webhooks/v1/GetEndpointRequest.js';
import type { ListDeliveriesRequest as _webhooks_v1_ListDeliveriesRequest, ListDeliveriesRequest__Output as _webhooks_v1_ListDeliveriesRequest__Output } from './webhooks/v1/ListDeliveriesRequest.js';
import type { ListDeliveriesResponse as _webhooks_v1_ListDeliveriesResponse, ListDeliveriesResponse__Output as _webhooks_v1_ListDeliveriesResponse__Output } from './webhooks/v1/ListDeliveriesResponse.js';
import type { ListEndpointsRequest as _webhooks_v1_ListEndpointsRequest, ListEndpointsRequest__Output as _webhooks_v1_ListEndpointsRequest__Output } from './webhooks/v1/ListEndpointsRequest.js';
import type { ListEndpointsResponse as _webhooks_v1_ListEndpointsResponse, ListEndpointsResponse__Output as _webhooks_v1_ListEndpointsResponse__Output } from './webhooks/v1/ListEndpointsResponse.js';
import type { RedeliverRequest as _webhooks_v1_RedeliverRequest, RedeliverRequest__Output as _webhooks_v1_RedeliverRequest__Output } from './webhooks/v1/RedeliverRequest.js';
import type { RotateSecretRequest as _webhooks_v1_RotateSecretRequest, RotateSecretRequest__Output as _webhooks_v1_RotateSecretRequest__Output } from './webhooks/v1/RotateSecretRequest.js';
import type { RotateSecretResponse as _webhooks_v1_RotateSecretResponse, RotateSecretResponse__Output as _webhooks_v1_RotateSecretResponse__Output } from './webhooks/v1/RotateSecretResponse.js';
import type { SendTestEventRequest as _webhooks_v1_SendTestEventRequest, SendTestEventRequest__Output as _webhooks_v1_SendTestEventRequest__Output } from './webhooks/v1/SendTestEventRequest.js';
import type { UpdateEndpointRequest as _webhooks_v1_UpdateEndpointRequest, UpdateEndpointRequest__Output as _webhooks_v1_UpdateEndpointRequest__Output } from './webhooks/v1/UpdateEndpointRequest.js';
import type { WebhooksClient as _webhooks_v1_WebhooksClient, WebhooksDefinition as _webhooks_v1_WebhooksDefinition } from './webhooks/v1/Webhooks.js';

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
  change: {
    v1: {
      Change: MessageTypeDefinition<_change_v1_Change, _change_v1_Change__Output>
      ForgetChangesRequest: MessageTypeDefinition<_change_v1_ForgetChangesRequest, _change_v1_ForgetChangesRequest__Output>
      ForgetChangesResponse: MessageTypeDefinition<_change_v1_ForgetChangesResponse, _change_v1_ForgetChangesResponse__Output>
      KnownChange: MessageTypeDefinition<_change_v1_KnownChange, _change_v1_KnownChange__Output>
      ListChangesRequest: MessageTypeDefinition<_change_v1_ListChangesRequest, _change_v1_ListChangesRequest__Output>
      ListChangesResponse: MessageTypeDefinition<_change_v1_ListChangesResponse, _change_v1_ListChangesResponse__Output>
    }
  }
  webhooks: {
    v1: {
      Attempt: MessageTypeDefinition<_webhooks_v1_Attempt, _webhooks_v1_Attempt__Output>
      CreateEndpointRequest: MessageTypeDefinition<_webhooks_v1_CreateEndpointRequest, _webhooks_v1_CreateEndpointRequest__Output>
      CreateEndpointResponse: MessageTypeDefinition<_webhooks_v1_CreateEndpointResponse, _webhooks_v1_CreateEndpointResponse__Output>
      DeleteEndpointRequest: MessageTypeDefinition<_webhooks_v1_DeleteEndpointRequest, _webhooks_v1_DeleteEndpointRequest__Output>
      DeleteEndpointResponse: MessageTypeDefinition<_webhooks_v1_DeleteEndpointResponse, _webhooks_v1_DeleteEndpointResponse__Output>
      Delivery: MessageTypeDefinition<_webhooks_v1_Delivery, _webhooks_v1_Delivery__Output>
      Endpoint: MessageTypeDefinition<_webhooks_v1_Endpoint, _webhooks_v1_Endpoint__Output>
      EventTypes: MessageTypeDefinition<_webhooks_v1_EventTypes, _webhooks_v1_EventTypes__Output>
      GetEndpointRequest: MessageTypeDefinition<_webhooks_v1_GetEndpointRequest, _webhooks_v1_GetEndpointRequest__Output>
      ListDeliveriesRequest: MessageTypeDefinition<_webhooks_v1_ListDeliveriesRequest, _webhooks_v1_ListDeliveriesRequest__Output>
      ListDeliveriesResponse: MessageTypeDefinition<_webhooks_v1_ListDeliveriesResponse, _webhooks_v1_ListDeliveriesResponse__Output>
      ListEndpointsRequest: MessageTypeDefinition<_webhooks_v1_ListEndpointsRequest, _webhooks_v1_ListEndpointsRequest__Output>
      ListEndpointsResponse: MessageTypeDefinition<_webhooks_v1_ListEndpointsResponse, _webhooks_v1_ListEndpointsResponse__Output>
      RedeliverRequest: MessageTypeDefinition<_webhooks_v1_RedeliverRequest, _webhooks_v1_RedeliverRequest__Output>
      RotateSecretRequest: MessageTypeDefinition<_webhooks_v1_RotateSecretRequest, _webhooks_v1_RotateSecretRequest__Output>
      RotateSecretResponse: MessageTypeDefinition<_webhooks_v1_RotateSecretResponse, _webhooks_v1_RotateSecretResponse__Output>
      SendTestEventRequest: MessageTypeDefinition<_webhooks_v1_SendTestEventRequest, _webhooks_v1_SendTestEventRequest__Output>
      UpdateEndpointRequest: MessageTypeDefinition<_webhooks_v1_UpdateEndpointRequest, _webhooks_v1_UpdateEndpointRequest__Output>
      Webhooks: SubtypeConstructor<typeof grpc.Client, _webhooks_v1_WebhooksClient> & { service: _webhooks_v1_WebhooksDefinition }
    }
  }
}

