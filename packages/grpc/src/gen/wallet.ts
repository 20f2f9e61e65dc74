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
import type { ExportPrivateKey as _operation_v1_ExportPrivateKey, ExportPrivateKey__Output as _operation_v1_ExportPrivateKey__Output } from './operation/v1/ExportPrivateKey.js';
import type { Message as _operation_v1_Message, Message__Output as _operation_v1_Message__Output } from './operation/v1/Message.js';
import type { Operation as _operation_v1_Operation, Operation__Output as _operation_v1_Operation__Output } from './operation/v1/Operation.js';
import type { RawHash as _operation_v1_RawHash, RawHash__Output as _operation_v1_RawHash__Output } from './operation/v1/RawHash.js';
import type { RequestedHash as _operation_v1_RequestedHash, RequestedHash__Output as _operation_v1_RequestedHash__Output } from './operation/v1/RequestedHash.js';
import type { RequestedMessage as _operation_v1_RequestedMessage, RequestedMessage__Output as _operation_v1_RequestedMessage__Output } from './operation/v1/RequestedMessage.js';
import type { RequestedOperation as _operation_v1_RequestedOperation, RequestedOperation__Output as _operation_v1_RequestedOperation__Output } from './operation/v1/RequestedOperation.js';
import type { RequestedTransaction as _operation_v1_RequestedTransaction, RequestedTransaction__Output as _operation_v1_RequestedTransaction__Output } from './operation/v1/RequestedTransaction.js';
import type { Transaction as _operation_v1_Transaction, Transaction__Output as _operation_v1_Transaction__Output } from './operation/v1/Transaction.js';
import type { TypedData as _operation_v1_TypedData, TypedData__Output as _operation_v1_TypedData__Output } from './operation/v1/TypedData.js';
import type { Attestation as _wallet_v1_Attestation, Attestation__Output as _wallet_v1_Attestation__Output } from './wallet/v1/Attestation.js';
import type { AuthorizationSignature as _wallet_v1_AuthorizationSignature, AuthorizationSignature__Output as _wallet_v1_AuthorizationSignature__Output } from './wallet/v1/AuthorizationSignature.js';
import type { CheckPeersRequest as _wallet_v1_CheckPeersRequest, CheckPeersRequest__Output as _wallet_v1_CheckPeersRequest__Output } from './wallet/v1/CheckPeersRequest.js';
import type { CheckPeersResponse as _wallet_v1_CheckPeersResponse, CheckPeersResponse__Output as _wallet_v1_CheckPeersResponse__Output } from './wallet/v1/CheckPeersResponse.js';
import type { CreateWalletGroupRequest as _wallet_v1_CreateWalletGroupRequest, CreateWalletGroupRequest__Output as _wallet_v1_CreateWalletGroupRequest__Output } from './wallet/v1/CreateWalletGroupRequest.js';
import type { CreateWalletRequest as _wallet_v1_CreateWalletRequest, CreateWalletRequest__Output as _wallet_v1_CreateWalletRequest__Output } from './wallet/v1/CreateWalletRequest.js';
import type { EcdsaParts as _wallet_v1_EcdsaParts, EcdsaParts__Output as _wallet_v1_EcdsaParts__Output } from './wallet/v1/EcdsaParts.js';
import type { ExportPrivateKeyRequest as _wallet_v1_ExportPrivateKeyRequest, ExportPrivateKeyRequest__Output as _wallet_v1_ExportPrivateKeyRequest__Output } from './wallet/v1/ExportPrivateKeyRequest.js';
import type { ExportPrivateKeyResponse as _wallet_v1_ExportPrivateKeyResponse, ExportPrivateKeyResponse__Output as _wallet_v1_ExportPrivateKeyResponse__Output } from './wallet/v1/ExportPrivateKeyResponse.js';
import type { GetAttestationsRequest as _wallet_v1_GetAttestationsRequest, GetAttestationsRequest__Output as _wallet_v1_GetAttestationsRequest__Output } from './wallet/v1/GetAttestationsRequest.js';
import type { GetAttestationsResponse as _wallet_v1_GetAttestationsResponse, GetAttestationsResponse__Output as _wallet_v1_GetAttestationsResponse__Output } from './wallet/v1/GetAttestationsResponse.js';
import type { GetImportKeyRequest as _wallet_v1_GetImportKeyRequest, GetImportKeyRequest__Output as _wallet_v1_GetImportKeyRequest__Output } from './wallet/v1/GetImportKeyRequest.js';
import type { GetImportKeyResponse as _wallet_v1_GetImportKeyResponse, GetImportKeyResponse__Output as _wallet_v1_GetImportKeyResponse__Output } from './wallet/v1/GetImportKeyResponse.js';
import type { GetLogFileRequest as _wallet_v1_GetLogFileRequest, GetLogFileRequest__Output as _wallet_v1_GetLogFileRequest__Output } from './wallet/v1/GetLogFileRequest.js';
import type { GetLogFileResponse as _wallet_v1_GetLogFileResponse, GetLogFileResponse__Output as _wallet_v1_GetLogFileResponse__Output } from './wallet/v1/GetLogFileResponse.js';
import type { GetOrCreateWalletRequest as _wallet_v1_GetOrCreateWalletRequest, GetOrCreateWalletRequest__Output as _wallet_v1_GetOrCreateWalletRequest__Output } from './wallet/v1/GetOrCreateWalletRequest.js';
import type { GetPregeneratedWalletRequest as _wallet_v1_GetPregeneratedWalletRequest, GetPregeneratedWalletRequest__Output as _wallet_v1_GetPregeneratedWalletRequest__Output } from './wallet/v1/GetPregeneratedWalletRequest.js';
import type { GetTrustStatusRequest as _wallet_v1_GetTrustStatusRequest, GetTrustStatusRequest__Output as _wallet_v1_GetTrustStatusRequest__Output } from './wallet/v1/GetTrustStatusRequest.js';
import type { GetTrustStatusResponse as _wallet_v1_GetTrustStatusResponse, GetTrustStatusResponse__Output as _wallet_v1_GetTrustStatusResponse__Output } from './wallet/v1/GetTrustStatusResponse.js';
import type { GetWalletGroupRequest as _wallet_v1_GetWalletGroupRequest, GetWalletGroupRequest__Output as _wallet_v1_GetWalletGroupRequest__Output } from './wallet/v1/GetWalletGroupRequest.js';
import type { GetWalletRequest as _wallet_v1_GetWalletRequest, GetWalletRequest__Output as _wallet_v1_GetWalletRequest__Output } from './wallet/v1/GetWalletRequest.js';
import type { Idempotency as _wallet_v1_Idempotency, Idempotency__Output as _wallet_v1_Idempotency__Output } from './wallet/v1/Idempotency.js';
import type { ImportPrivateKeyRequest as _wallet_v1_ImportPrivateKeyRequest, ImportPrivateKeyRequest__Output as _wallet_v1_ImportPrivateKeyRequest__Output } from './wallet/v1/ImportPrivateKeyRequest.js';
import type { JournalCheckpoint as _wallet_v1_JournalCheckpoint, JournalCheckpoint__Output as _wallet_v1_JournalCheckpoint__Output } from './wallet/v1/JournalCheckpoint.js';
import type { JournalEntry as _wallet_v1_JournalEntry, JournalEntry__Output as _wallet_v1_JournalEntry__Output } from './wallet/v1/JournalEntry.js';
import type { JournalFilter as _wallet_v1_JournalFilter, JournalFilter__Output as _wallet_v1_JournalFilter__Output } from './wallet/v1/JournalFilter.js';
import type { ListAllWalletsRequest as _wallet_v1_ListAllWalletsRequest, ListAllWalletsRequest__Output as _wallet_v1_ListAllWalletsRequest__Output } from './wallet/v1/ListAllWalletsRequest.js';
import type { ListJournalRequest as _wallet_v1_ListJournalRequest, ListJournalRequest__Output as _wallet_v1_ListJournalRequest__Output } from './wallet/v1/ListJournalRequest.js';
import type { ListJournalResponse as _wallet_v1_ListJournalResponse, ListJournalResponse__Output as _wallet_v1_ListJournalResponse__Output } from './wallet/v1/ListJournalResponse.js';
import type { ListUsersRequest as _wallet_v1_ListUsersRequest, ListUsersRequest__Output as _wallet_v1_ListUsersRequest__Output } from './wallet/v1/ListUsersRequest.js';
import type { ListUsersResponse as _wallet_v1_ListUsersResponse, ListUsersResponse__Output as _wallet_v1_ListUsersResponse__Output } from './wallet/v1/ListUsersResponse.js';
import type { ListWalletGroupsRequest as _wallet_v1_ListWalletGroupsRequest, ListWalletGroupsRequest__Output as _wallet_v1_ListWalletGroupsRequest__Output } from './wallet/v1/ListWalletGroupsRequest.js';
import type { ListWalletGroupsResponse as _wallet_v1_ListWalletGroupsResponse, ListWalletGroupsResponse__Output as _wallet_v1_ListWalletGroupsResponse__Output } from './wallet/v1/ListWalletGroupsResponse.js';
import type { ListWalletsRequest as _wallet_v1_ListWalletsRequest, ListWalletsRequest__Output as _wallet_v1_ListWalletsRequest__Output } from './wallet/v1/ListWalletsRequest.js';
import type { ListWalletsResponse as _wallet_v1_ListWalletsResponse, ListWalletsResponse__Output as _wallet_v1_ListWalletsResponse__Output } from './wallet/v1/ListWalletsResponse.js';
import type { PeerHealth as _wallet_v1_PeerHealth, PeerHealth__Output as _wallet_v1_PeerHealth__Output } from './wallet/v1/PeerHealth.js';
import type { PregenerateWalletsRequest as _wallet_v1_PregenerateWalletsRequest, PregenerateWalletsRequest__Output as _wallet_v1_PregenerateWalletsRequest__Output } from './wallet/v1/PregenerateWalletsRequest.js';
import type { PregenerateWalletsResponse as _wallet_v1_PregenerateWalletsResponse, PregenerateWalletsResponse__Output as _wallet_v1_PregenerateWalletsResponse__Output } from './wallet/v1/PregenerateWalletsResponse.js';
import type { PregeneratedWallet as _wallet_v1_PregeneratedWallet, PregeneratedWallet__Output as _wallet_v1_PregeneratedWallet__Output } from './wallet/v1/PregeneratedWallet.js';
import type { RecoverAccessKeyRequest as _wallet_v1_RecoverAccessKeyRequest, RecoverAccessKeyRequest__Output as _wallet_v1_RecoverAccessKeyRequest__Output } from './wallet/v1/RecoverAccessKeyRequest.js';
import type { RotateAccessKeyRequest as _wallet_v1_RotateAccessKeyRequest, RotateAccessKeyRequest__Output as _wallet_v1_RotateAccessKeyRequest__Output } from './wallet/v1/RotateAccessKeyRequest.js';
import type { SignRequest as _wallet_v1_SignRequest, SignRequest__Output as _wallet_v1_SignRequest__Output } from './wallet/v1/SignRequest.js';
import type { SignResponse as _wallet_v1_SignResponse, SignResponse__Output as _wallet_v1_SignResponse__Output } from './wallet/v1/SignResponse.js';
import type { Signature as _wallet_v1_Signature, Signature__Output as _wallet_v1_Signature__Output } from './wallet/v1/Signature.js';
import type { SignedReceipt as _wallet_v1_SignedReceipt, SignedReceipt__Output as _wallet_v1_SignedReceipt__Output } from './wallet/v1/SignedReceipt.js';
import type { SignedTransaction as _wallet_v1_SignedTransaction, SignedTransaction__Output as _wallet_v1_SignedTransaction__Output } from './wallet/v1/SignedTransaction.js';
import type { TrustedKey as _wallet_v1_TrustedKey, TrustedKey__Output as _wallet_v1_TrustedKey__Output } from './wallet/v1/TrustedKey.js';
import type { User as _wallet_v1_User, User__Output as _wallet_v1_User__Output } from './wallet/v1/User.js';
import type { UserWithWallets as _wallet_v1_UserWithWallets, UserWithWallets__Output as _wallet_v1_UserWithWallets__Output } from './wallet/v1/UserWithWallets.js';
import type { WalletClient as _wallet_v1_WalletClient, WalletDefinition as _wallet_v1_WalletDefinition } from './wallet/v1/Wallet.js';
import type { WalletGroup as _wallet_v1_WalletGroup, WalletGroup__Output as _wallet_v1_WalletGroup__Output } from './wallet/v1/WalletGroup.js';
import type { WalletRecord as _wallet_v1_WalletRecord, WalletRecord__Output as _wallet_v1_WalletRecord__Output } from './wallet/v1/WalletRecord.js';
import type { WalletWithAccessKey as _wallet_v1_WalletWithAccessKey, WalletWithAccessKey__Output as _wallet_v1_WalletWithAccessKey__Output } from './wallet/v1/WalletWithAccessKey.js';

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
      ExportPrivateKey: MessageTypeDefinition<_operation_v1_ExportPrivateKey, _operation_v1_ExportPrivateKey__Output>
      Message: MessageTypeDefinition<_operation_v1_Message, _operation_v1_Message__Output>
      Operation: MessageTypeDefinition<_operation_v1_Operation, _operation_v1_Operation__Output>
      RawHash: MessageTypeDefinition<_operation_v1_RawHash, _operation_v1_RawHash__Output>
      RequestedHash: MessageTypeDefinition<_operation_v1_RequestedHash, _operation_v1_RequestedHash__Output>
      RequestedMessage: MessageTypeDefinition<_operation_v1_RequestedMessage, _operation_v1_RequestedMessage__Output>
      RequestedOperation: MessageTypeDefinition<_operation_v1_RequestedOperation, _operation_v1_RequestedOperation__Output>
      RequestedTransaction: MessageTypeDefinition<_operation_v1_RequestedTransaction, _operation_v1_RequestedTransaction__Output>
      Transaction: MessageTypeDefinition<_operation_v1_Transaction, _operation_v1_Transaction__Output>
      TypedData: MessageTypeDefinition<_operation_v1_TypedData, _operation_v1_TypedData__Output>
    }
  }
  wallet: {
    v1: {
      Attestation: MessageTypeDefinition<_wallet_v1_Attestation, _wallet_v1_Attestation__Output>
      AuthorizationSignature: MessageTypeDefinition<_wallet_v1_AuthorizationSignature, _wallet_v1_AuthorizationSignature__Output>
      CheckPeersRequest: MessageTypeDefinition<_wallet_v1_CheckPeersRequest, _wallet_v1_CheckPeersRequest__Output>
      CheckPeersResponse: MessageTypeDefinition<_wallet_v1_CheckPeersResponse, _wallet_v1_CheckPeersResponse__Output>
      CreateWalletGroupRequest: MessageTypeDefinition<_wallet_v1_CreateWalletGroupRequest, _wallet_v1_CreateWalletGroupRequest__Output>
      CreateWalletRequest: MessageTypeDefinition<_wallet_v1_CreateWalletRequest, _wallet_v1_CreateWalletRequest__Output>
      EcdsaParts: MessageTypeDefinition<_wallet_v1_EcdsaParts, _wallet_v1_EcdsaParts__Output>
      ExportPrivateKeyRequest: MessageTypeDefinition<_wallet_v1_ExportPrivateKeyRequest, _wallet_v1_ExportPrivateKeyRequest__Output>
      ExportPrivateKeyResponse: MessageTypeDefinition<_wallet_v1_ExportPrivateKeyResponse, _wallet_v1_ExportPrivateKeyResponse__Output>
      GetAttestationsRequest: MessageTypeDefinition<_wallet_v1_GetAttestationsRequest, _wallet_v1_GetAttestationsRequest__Output>
      GetAttestationsResponse: MessageTypeDefinition<_wallet_v1_GetAttestationsResponse, _wallet_v1_GetAttestationsResponse__Output>
      GetImportKeyRequest: MessageTypeDefinition<_wallet_v1_GetImportKeyRequest, _wallet_v1_GetImportKeyRequest__Output>
      GetImportKeyResponse: MessageTypeDefinition<_wallet_v1_GetImportKeyResponse, _wallet_v1_GetImportKeyResponse__Output>
      GetLogFileRequest: MessageTypeDefinition<_wallet_v1_GetLogFileRequest, _wallet_v1_GetLogFileRequest__Output>
      GetLogFileResponse: MessageTypeDefinition<_wallet_v1_GetLogFileResponse, _wallet_v1_GetLogFileResponse__Output>
      GetOrCreateWalletRequest: MessageTypeDefinition<_wallet_v1_GetOrCreateWalletRequest, _wallet_v1_GetOrCreateWalletRequest__Output>
      GetPregeneratedWalletRequest: MessageTypeDefinition<_wallet_v1_GetPregeneratedWalletRequest, _wallet_v1_GetPregeneratedWalletRequest__Output>
      GetTrustStatusRequest: MessageTypeDefinition<_wallet_v1_GetTrustStatusRequest, _wallet_v1_GetTrustStatusRequest__Output>
      GetTrustStatusResponse: MessageTypeDefinition<_wallet_v1_GetTrustStatusResponse, _wallet_v1_GetTrustStatusResponse__Output>
      GetWalletGroupRequest: MessageTypeDefinition<_wallet_v1_GetWalletGroupRequest, _wallet_v1_GetWalletGroupRequest__Output>
      GetWalletRequest: MessageTypeDefinition<_wallet_v1_GetWalletRequest, _wallet_v1_GetWalletRequest__Output>
      Idempotency: MessageTypeDefinition<_wallet_v1_Idempotency, _wallet_v1_Idempotency__Output>
      ImportPrivateKeyRequest: MessageTypeDefinition<_wallet_v1_ImportPrivateKeyRequest, _wallet_v1_ImportPrivateKeyRequest__Output>
      JournalCheckpoint: MessageTypeDefinition<_wallet_v1_JournalCheckpoint, _wallet_v1_JournalCheckpoint__Output>
      JournalEntry: MessageTypeDefinition<_wallet_v1_JournalEntry, _wallet_v1_JournalEntry__Output>
      JournalFilter: MessageTypeDefinition<_wallet_v1_JournalFilter, _wallet_v1_JournalFilter__Output>
      ListAllWalletsRequest: MessageTypeDefinition<_wallet_v1_ListAllWalletsRequest, _wallet_v1_ListAllWalletsRequest__Output>
      ListJournalRequest: MessageTypeDefinition<_wallet_v1_ListJournalRequest, _wallet_v1_ListJournalRequest__Output>
      ListJournalResponse: MessageTypeDefinition<_wallet_v1_ListJournalResponse, _wallet_v1_ListJournalResponse__Output>
      ListUsersRequest: MessageTypeDefinition<_wallet_v1_ListUsersRequest, _wallet_v1_ListUsersRequest__Output>
      ListUsersResponse: MessageTypeDefinition<_wallet_v1_ListUsersResponse, _wallet_v1_ListUsersResponse__Output>
      ListWalletGroupsRequest: MessageTypeDefinition<_wallet_v1_ListWalletGroupsRequest, _wallet_v1_ListWalletGroupsRequest__Output>
      ListWalletGroupsResponse: MessageTypeDefinition<_wallet_v1_ListWalletGroupsResponse, _wallet_v1_ListWalletGroupsResponse__Output>
      ListWalletsRequest: MessageTypeDefinition<_wallet_v1_ListWalletsRequest, _wallet_v1_ListWalletsRequest__Output>
      ListWalletsResponse: MessageTypeDefinition<_wallet_v1_ListWalletsResponse, _wallet_v1_ListWalletsResponse__Output>
      PeerHealth: MessageTypeDefinition<_wallet_v1_PeerHealth, _wallet_v1_PeerHealth__Output>
      PregenerateWalletsRequest: MessageTypeDefinition<_wallet_v1_PregenerateWalletsRequest, _wallet_v1_PregenerateWalletsRequest__Output>
      PregenerateWalletsResponse: MessageTypeDefinition<_wallet_v1_PregenerateWalletsResponse, _wallet_v1_PregenerateWalletsResponse__Output>
      PregeneratedWallet: MessageTypeDefinition<_wallet_v1_PregeneratedWallet, _wallet_v1_PregeneratedWallet__Output>
      RecoverAccessKeyRequest: MessageTypeDefinition<_wallet_v1_RecoverAccessKeyRequest, _wallet_v1_RecoverAccessKeyRequest__Output>
      RotateAccessKeyRequest: MessageTypeDefinition<_wallet_v1_RotateAccessKeyRequest, _wallet_v1_RotateAccessKeyRequest__Output>
      SignRequest: MessageTypeDefinition<_wallet_v1_SignRequest, _wallet_v1_SignRequest__Output>
      SignResponse: MessageTypeDefinition<_wallet_v1_SignResponse, _wallet_v1_SignResponse__Output>
      Signature: MessageTypeDefinition<_wallet_v1_Signature, _wallet_v1_Signature__Output>
      SignedReceipt: MessageTypeDefinition<_wallet_v1_SignedReceipt, _wallet_v1_SignedReceipt__Output>
      SignedTransaction: MessageTypeDefinition<_wallet_v1_SignedTransaction, _wallet_v1_SignedTransaction__Output>
      TrustedKey: MessageTypeDefinition<_wallet_v1_TrustedKey, _wallet_v1_TrustedKey__Output>
      User: MessageTypeDefinition<_wallet_v1_User, _wallet_v1_User__Output>
      UserWithWallets: MessageTypeDefinition<_wallet_v1_UserWithWallets, _wallet_v1_UserWithWallets__Output>
      Wallet: SubtypeConstructor<typeof grpc.Client, _wallet_v1_WalletClient> & { service: _wallet_v1_WalletDefinition }
      WalletGroup: MessageTypeDefinition<_wallet_v1_WalletGroup, _wallet_v1_WalletGroup__Output>
      WalletRecord: MessageTypeDefinition<_wallet_v1_WalletRecord, _wallet_v1_WalletRecord__Output>
      WalletWithAccessKey: MessageTypeDefinition<_wallet_v1_WalletWithAccessKey, _wallet_v1_WalletWithAccessKey__Output>
    }
  }
}

