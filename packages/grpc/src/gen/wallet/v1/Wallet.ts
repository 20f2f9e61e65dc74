// Original file: proto/wallet/v1/wallet.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CallFrames as _call_stream_v1_CallFrames, CallFrames__Output as _call_stream_v1_CallFrames__Output } from '../../call_stream/v1/CallFrames.js';
import type { GetOrCreateWalletRequest as _wallet_v1_GetOrCreateWalletRequest, GetOrCreateWalletRequest__Output as _wallet_v1_GetOrCreateWalletRequest__Output } from '../../wallet/v1/GetOrCreateWalletRequest.js';
import type { GetTrustStatusRequest as _wallet_v1_GetTrustStatusRequest, GetTrustStatusRequest__Output as _wallet_v1_GetTrustStatusRequest__Output } from '../../wallet/v1/GetTrustStatusRequest.js';
import type { GetTrustStatusResponse as _wallet_v1_GetTrustStatusResponse, GetTrustStatusResponse__Output as _wallet_v1_GetTrustStatusResponse__Output } from '../../wallet/v1/GetTrustStatusResponse.js';
import type { ListEventsRequest as _event_v1_ListEventsRequest, ListEventsRequest__Output as _event_v1_ListEventsRequest__Output } from '../../event/v1/ListEventsRequest.js';
import type { ListEventsResponse as _event_v1_ListEventsResponse, ListEventsResponse__Output as _event_v1_ListEventsResponse__Output } from '../../event/v1/ListEventsResponse.js';
import type { PublishTrustBundleRequest as _wallet_v1_PublishTrustBundleRequest, PublishTrustBundleRequest__Output as _wallet_v1_PublishTrustBundleRequest__Output } from '../../wallet/v1/PublishTrustBundleRequest.js';
import type { PublishTrustBundleResponse as _wallet_v1_PublishTrustBundleResponse, PublishTrustBundleResponse__Output as _wallet_v1_PublishTrustBundleResponse__Output } from '../../wallet/v1/PublishTrustBundleResponse.js';
import type { ReplyFrames as _call_stream_v1_ReplyFrames, ReplyFrames__Output as _call_stream_v1_ReplyFrames__Output } from '../../call_stream/v1/ReplyFrames.js';
import type { SignRequest as _wallet_v1_SignRequest, SignRequest__Output as _wallet_v1_SignRequest__Output } from '../../wallet/v1/SignRequest.js';
import type { SignResponse as _wallet_v1_SignResponse, SignResponse__Output as _wallet_v1_SignResponse__Output } from '../../wallet/v1/SignResponse.js';
import type { WalletRecord as _wallet_v1_WalletRecord, WalletRecord__Output as _wallet_v1_WalletRecord__Output } from '../../wallet/v1/WalletRecord.js';

export interface WalletClient extends grpc.Client {
  Calls(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  Calls(options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  calls(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  calls(options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  
  GetOrCreateWallet(argument: _wallet_v1_GetOrCreateWalletRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  GetOrCreateWallet(argument: _wallet_v1_GetOrCreateWalletRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  GetOrCreateWallet(argument: _wallet_v1_GetOrCreateWalletRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  GetOrCreateWallet(argument: _wallet_v1_GetOrCreateWalletRequest, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  getOrCreateWallet(argument: _wallet_v1_GetOrCreateWalletRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  getOrCreateWallet(argument: _wallet_v1_GetOrCreateWalletRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  getOrCreateWallet(argument: _wallet_v1_GetOrCreateWalletRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  getOrCreateWallet(argument: _wallet_v1_GetOrCreateWalletRequest, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  
  GetTrustStatus(argument: _wallet_v1_GetTrustStatusRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_GetTrustStatusResponse__Output>): grpc.ClientUnaryCall;
  GetTrustStatus(argument: _wallet_v1_GetTrustStatusRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_GetTrustStatusResponse__Output>): grpc.ClientUnaryCall;
  GetTrustStatus(argument: _wallet_v1_GetTrustStatusRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_GetTrustStatusResponse__Output>): grpc.ClientUnaryCall;
  GetTrustStatus(argument: _wallet_v1_GetTrustStatusRequest, callback: grpc.requestCallback<_wallet_v1_GetTrustStatusResponse__Output>): grpc.ClientUnaryCall;
  getTrustStatus(argument: _wallet_v1_GetTrustStatusRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_GetTrustStatusResponse__Output>): grpc.ClientUnaryCall;
  getTrustStatus(argument: _wallet_v1_GetTrustStatusRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_GetTrustStatusResponse__Output>): grpc.ClientUnaryCall;
  getTrustStatus(argument: _wallet_v1_GetTrustStatusRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_GetTrustStatusResponse__Output>): grpc.ClientUnaryCall;
  getTrustStatus(argument: _wallet_v1_GetTrustStatusRequest, callback: grpc.requestCallback<_wallet_v1_GetTrustStatusResponse__Output>): grpc.ClientUnaryCall;
  
  ListEvents(argument: _event_v1_ListEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _event_v1_ListEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _event_v1_ListEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _event_v1_ListEventsRequest, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _event_v1_ListEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _event_v1_ListEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _event_v1_ListEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _event_v1_ListEventsRequest, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  
  PublishTrustBundle(argument: _wallet_v1_PublishTrustBundleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_PublishTrustBundleResponse__Output>): grpc.ClientUnaryCall;
  PublishTrustBundle(argument: _wallet_v1_PublishTrustBundleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_PublishTrustBundleResponse__Output>): grpc.ClientUnaryCall;
  PublishTrustBundle(argument: _wallet_v1_PublishTrustBundleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_PublishTrustBundleResponse__Output>): grpc.ClientUnaryCall;
  PublishTrustBundle(argument: _wallet_v1_PublishTrustBundleRequest, callback: grpc.requestCallback<_wallet_v1_PublishTrustBundleResponse__Output>): grpc.ClientUnaryCall;
  publishTrustBundle(argument: _wallet_v1_PublishTrustBundleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_PublishTrustBundleResponse__Output>): grpc.ClientUnaryCall;
  publishTrustBundle(argument: _wallet_v1_PublishTrustBundleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_PublishTrustBundleResponse__Output>): grpc.ClientUnaryCall;
  publishTrustBundle(argument: _wallet_v1_PublishTrustBundleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_PublishTrustBundleResponse__Output>): grpc.ClientUnaryCall;
  publishTrustBundle(argument: _wallet_v1_PublishTrustBundleRequest, callback: grpc.requestCallback<_wallet_v1_PublishTrustBundleResponse__Output>): grpc.ClientUnaryCall;
  
  Sign(argument: _wallet_v1_SignRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_SignResponse__Output>): grpc.ClientUnaryCall;
  Sign(argument: _wallet_v1_SignRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_SignResponse__Output>): grpc.ClientUnaryCall;
  Sign(argument: _wallet_v1_SignRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_SignResponse__Output>): grpc.ClientUnaryCall;
  Sign(argument: _wallet_v1_SignRequest, callback: grpc.requestCallback<_wallet_v1_SignResponse__Output>): grpc.ClientUnaryCall;
  sign(argument: _wallet_v1_SignRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_SignResponse__Output>): grpc.ClientUnaryCall;
  sign(argument: _wallet_v1_SignRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_SignResponse__Output>): grpc.ClientUnaryCall;
  sign(argument: _wallet_v1_SignRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_SignResponse__Output>): grpc.ClientUnaryCall;
  sign(argument: _wallet_v1_SignRequest, callback: grpc.requestCallback<_wallet_v1_SignResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface WalletHandlers extends grpc.UntypedServiceImplementation {
  Calls: grpc.handleBidiStreamingCall<_call_stream_v1_CallFrames__Output, _call_stream_v1_ReplyFrames>;
  
  GetOrCreateWallet: grpc.handleUnaryCall<_wallet_v1_GetOrCreateWalletRequest__Output, _wallet_v1_WalletRecord>;
  
  GetTrustStatus: grpc.handleUnaryCall<_wallet_v1_GetTrustStatusRequest__Output, _wallet_v1_GetTrustStatusResponse>;
  
  ListEvents: grpc.handleUnaryCall<_event_v1_ListEventsRequest__Output, _event_v1_ListEventsResponse>;
  
  PublishTrustBundle: grpc.handleUnaryCall<_wallet_v1_PublishTrustBundleRequest__Output, _wallet_v1_PublishTrustBundleResponse>;
  
  Sign: grpc.handleUnaryCall<_wallet_v1_SignRequest__Output, _wallet_v1_SignResponse>;
  
}

export interface WalletDefinition extends grpc.ServiceDefinition {
  Calls: MethodDefinition<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames, _call_stream_v1_CallFrames__Output, _call_stream_v1_ReplyFrames__Output>
  GetOrCreateWallet: MethodDefinition<_wallet_v1_GetOrCreateWalletRequest, _wallet_v1_WalletRecord, _wallet_v1_GetOrCreateWalletRequest__Output, _wallet_v1_WalletRecord__Output>
  GetTrustStatus: MethodDefinition<_wallet_v1_GetTrustStatusRequest, _wallet_v1_GetTrustStatusResponse, _wallet_v1_GetTrustStatusRequest__Output, _wallet_v1_GetTrustStatusResponse__Output>
  ListEvents: MethodDefinition<_event_v1_ListEventsRequest, _event_v1_ListEventsResponse, _event_v1_ListEventsRequest__Output, _event_v1_ListEventsResponse__Output>
  PublishTrustBundle: MethodDefinition<_wallet_v1_PublishTrustBundleRequest, _wallet_v1_PublishTrustBundleResponse, _wallet_v1_PublishTrustBundleRequest__Output, _wallet_v1_PublishTrustBundleResponse__Output>
  Sign: MethodDefinition<_wallet_v1_SignRequest, _wallet_v1_SignResponse, _wallet_v1_SignRequest__Output, _wallet_v1_SignResponse__Output>
}
