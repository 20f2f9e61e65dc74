import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CallFrame as _call_stream_v1_CallFrame, CallFrame__Output as _call_stream_v1_CallFrame__Output } from './call_stream/v1/CallFrame.js';
import type { CallFrames as _call_stream_v1_CallFrames, CallFrames__Output as _call_stream_v1_CallFrames__Output } from './call_stream/v1/CallFrames.js';
import type { ReplyFrame as _call_stream_v1_ReplyFrame, ReplyFrame__Output as _call_stream_v1_ReplyFrame__Output } from './call_stream/v1/ReplyFrame.js';
import type { ReplyFrames as _call_stream_v1_ReplyFrames, ReplyFrames__Output as _call_stream_v1_ReplyFrames__Output } from './call_stream/v1/ReplyFrames.js';
import type { Event as _event_v1_Event, Event__Output as _event_v1_Event__Output } from './event/v1/Event.js';
import type { ListEventsRequest as _event_v1_ListEventsRequest, ListEventsRequest__Output as _event_v1_ListEventsRequest__Output } from './event/v1/ListEventsRequest.js';
import type { ListEventsResponse as _event_v1_ListEventsResponse, ListEventsResponse__Output as _event_v1_ListEventsResponse__Output } from './event/v1/ListEventsResponse.js';
import type { Eip7702Authorization as _operation_v1_Eip7702Authorization, Eip7702Authorization__Output as _operation_v1_Eip7702Authorization__Output } from './operation/v1/Eip7702Authorization.js';
import type { Message as _operation_v1_Message, Message__Output as _operation_v1_Message__Output } from './operation/v1/Message.js';
import type { Operation as _operation_v1_Operation, Operation__Output as _operation_v1_Operation__Output } from './operation/v1/Operation.js';
import type { RawHash as _operation_v1_RawHash, RawHash__Output as _operation_v1_RawHash__Output } from './operation/v1/RawHash.js';
import type { Transaction as _operation_v1_Transaction, Transaction__Output as _operation_v1_Transaction__Output } from './operation/v1/Transaction.js';
import type { TypedData as _operation_v1_TypedData, TypedData__Output as _operation_v1_TypedData__Output } from './operation/v1/TypedData.js';
import type { GetOrCreateWalletRequest as _wallet_v1_GetOrCreateWalletRequest, GetOrCreateWalletRequest__Output as _wallet_v1_GetOrCreateWalletRequest__Output } from './wallet/v1/GetOrCreateWalletRequest.js';
import type { GetTrustStatusRequest as _wallet_v1_GetTrustStatusRequest, GetTrustStatusRequest__Output as _wallet_v1_GetTrustStatusRequest__Output } from './wallet/v1/GetTrustStatusRequest.js';
import type { GetTrustStatusResponse as _wallet_v1_GetTrustStatusResponse, GetTrustStatusResponse__Output as _wallet_v1_GetTrustStatusResponse__Output } from './wallet/v1/GetTrustStatusResponse.js';
import type { PublishTrustBundleRequest as _wallet_v1_PublishTrustBundleRequest, PublishTrustBundleRequest__Output as _wallet_v1_PublishTrustBundleRequest__Output } from './wallet/v1/PublishTrustBundleRequest.js';
import type { PublishTrustBundleResponse as _wallet_v1_PublishTrustBundleResponse, PublishTrustBundleResponse__Output as _wallet_v1_PublishTrustBundleResponse__Output } from './wallet/v1/PublishTrustBundleResponse.js';
import type { SignRequest as _wallet_v1_SignRequest, SignRequest__Output as _wallet_v1_SignRequest__Output } from './wallet/v1/SignRequest.js';
import type { SignResponse as _wallet_v1_SignResponse, SignResponse__Output as _wallet_v1_SignResponse__Output } from './wallet/v1/SignResponse.js';
import type { User as _wallet_v1_User, User__Output as _wallet_v1_User__Output } from './wallet/v1/User.js';
import type { WalletClient as _wallet_v1_WalletClient, WalletDefinition as _wallet_v1_WalletDefinition } from './wallet/v1/Wallet.js';
import type { WalletRecord as _wallet_v1_WalletRecord, WalletRecord__Output as _wallet_v1_WalletRecord__Output } from './wallet/v1/WalletRecord.js';

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
  event: {
    v1: {
      Event: MessageTypeDefinition<_event_v1_Event, _event_v1_Event__Output>
      ListEventsRequest: MessageTypeDefinition<_event_v1_ListEventsRequest, _event_v1_ListEventsRequest__Output>
      ListEventsResponse: MessageTypeDefinition<_event_v1_ListEventsResponse, _event_v1_ListEventsResponse__Output>
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
  wallet: {
    v1: {
      GetOrCreateWalletRequest: MessageTypeDefinition<_wallet_v1_GetOrCreateWalletRequest, _wallet_v1_GetOrCreateWalletRequest__Output>
      GetTrustStatusRequest: MessageTypeDefinition<_wallet_v1_GetTrustStatusRequest, _wallet_v1_GetTrustStatusRequest__Output>
      GetTrustStatusResponse: MessageTypeDefinition<_wallet_v1_GetTrustStatusResponse, _wallet_v1_GetTrustStatusResponse__Output>
      PublishTrustBundleRequest: MessageTypeDefinition<_wallet_v1_PublishTrustBundleRequest, _wallet_v1_PublishTrustBundleRequest__Output>
      PublishTrustBundleResponse: MessageTypeDefinition<_wallet_v1_PublishTrustBundleResponse, _wallet_v1_PublishTrustBundleResponse__Output>
      SignRequest: MessageTypeDefinition<_wallet_v1_SignRequest, _wallet_v1_SignRequest__Output>
      SignResponse: MessageTypeDefinition<_wallet_v1_SignResponse, _wallet_v1_SignResponse__Output>
      User: MessageTypeDefinition<_wallet_v1_User, _wallet_v1_User__Output>
      Wallet: SubtypeConstructor<typeof grpc.Client, _wallet_v1_WalletClient> & { service: _wallet_v1_WalletDefinition }
      WalletRecord: MessageTypeDefinition<_wallet_v1_WalletRecord, _wallet_v1_WalletRecord__Output>
    }
  }
}

