// Original file: proto/wallet/v1/wallet.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CallFrames as _call_stream_v1_CallFrames, CallFrames__Output as _call_stream_v1_CallFrames__Output } from '../../call_stream/v1/CallFrames.js';
import type { CheckPeersRequest as _wallet_v1_CheckPeersRequest, CheckPeersRequest__Output as _wallet_v1_CheckPeersRequest__Output } from '../../wallet/v1/CheckPeersRequest.js';
import type { CheckPeersResponse as _wallet_v1_CheckPeersResponse, CheckPeersResponse__Output as _wallet_v1_CheckPeersResponse__Output } from '../../wallet/v1/CheckPeersResponse.js';
import type { CreateWalletGroupRequest as _wallet_v1_CreateWalletGroupRequest, CreateWalletGroupRequest__Output as _wallet_v1_CreateWalletGroupRequest__Output } from '../../wallet/v1/CreateWalletGroupRequest.js';
import type { CreateWalletRequest as _wallet_v1_CreateWalletRequest, CreateWalletRequest__Output as _wallet_v1_CreateWalletRequest__Output } from '../../wallet/v1/CreateWalletRequest.js';
import type { ExportPrivateKeyRequest as _wallet_v1_ExportPrivateKeyRequest, ExportPrivateKeyRequest__Output as _wallet_v1_ExportPrivateKeyRequest__Output } from '../../wallet/v1/ExportPrivateKeyRequest.js';
import type { ExportPrivateKeyResponse as _wallet_v1_ExportPrivateKeyResponse, ExportPrivateKeyResponse__Output as _wallet_v1_ExportPrivateKeyResponse__Output } from '../../wallet/v1/ExportPrivateKeyResponse.js';
import type { GetAttestationsRequest as _wallet_v1_GetAttestationsRequest, GetAttestationsRequest__Output as _wallet_v1_GetAttestationsRequest__Output } from '../../wallet/v1/GetAttestationsRequest.js';
import type { GetAttestationsResponse as _wallet_v1_GetAttestationsResponse, GetAttestationsResponse__Output as _wallet_v1_GetAttestationsResponse__Output } from '../../wallet/v1/GetAttestationsResponse.js';
import type { GetImportKeyRequest as _wallet_v1_GetImportKeyRequest, GetImportKeyRequest__Output as _wallet_v1_GetImportKeyRequest__Output } from '../../wallet/v1/GetImportKeyRequest.js';
import type { GetImportKeyResponse as _wallet_v1_GetImportKeyResponse, GetImportKeyResponse__Output as _wallet_v1_GetImportKeyResponse__Output } from '../../wallet/v1/GetImportKeyResponse.js';
import type { GetLogFileRequest as _wallet_v1_GetLogFileRequest, GetLogFileRequest__Output as _wallet_v1_GetLogFileRequest__Output } from '../../wallet/v1/GetLogFileRequest.js';
import type { GetLogFileResponse as _wallet_v1_GetLogFileResponse, GetLogFileResponse__Output as _wallet_v1_GetLogFileResponse__Output } from '../../wallet/v1/GetLogFileResponse.js';
import type { GetOrCreateWalletRequest as _wallet_v1_GetOrCreateWalletRequest, GetOrCreateWalletRequest__Output as _wallet_v1_GetOrCreateWalletRequest__Output } from '../../wallet/v1/GetOrCreateWalletRequest.js';
import type { GetPregeneratedWalletRequest as _wallet_v1_GetPregeneratedWalletRequest, GetPregeneratedWalletRequest__Output as _wallet_v1_GetPregeneratedWalletRequest__Output } from '../../wallet/v1/GetPregeneratedWalletRequest.js';
import type { GetTrustStatusRequest as _wallet_v1_GetTrustStatusRequest, GetTrustStatusRequest__Output as _wallet_v1_GetTrustStatusRequest__Output } from '../../wallet/v1/GetTrustStatusRequest.js';
import type { GetTrustStatusResponse as _wallet_v1_GetTrustStatusResponse, GetTrustStatusResponse__Output as _wallet_v1_GetTrustStatusResponse__Output } from '../../wallet/v1/GetTrustStatusResponse.js';
import type { GetWalletGroupRequest as _wallet_v1_GetWalletGroupRequest, GetWalletGroupRequest__Output as _wallet_v1_GetWalletGroupRequest__Output } from '../../wallet/v1/GetWalletGroupRequest.js';
import type { GetWalletRequest as _wallet_v1_GetWalletRequest, GetWalletRequest__Output as _wallet_v1_GetWalletRequest__Output } from '../../wallet/v1/GetWalletRequest.js';
import type { ImportPrivateKeyRequest as _wallet_v1_ImportPrivateKeyRequest, ImportPrivateKeyRequest__Output as _wallet_v1_ImportPrivateKeyRequest__Output } from '../../wallet/v1/ImportPrivateKeyRequest.js';
import type { ListAllWalletsRequest as _wallet_v1_ListAllWalletsRequest, ListAllWalletsRequest__Output as _wallet_v1_ListAllWalletsRequest__Output } from '../../wallet/v1/ListAllWalletsRequest.js';
import type { ListEventsRequest as _event_v1_ListEventsRequest, ListEventsRequest__Output as _event_v1_ListEventsRequest__Output } from '../../event/v1/ListEventsRequest.js';
import type { ListEventsResponse as _event_v1_ListEventsResponse, ListEventsResponse__Output as _event_v1_ListEventsResponse__Output } from '../../event/v1/ListEventsResponse.js';
import type { ListJournalRequest as _wallet_v1_ListJournalRequest, ListJournalRequest__Output as _wallet_v1_ListJournalRequest__Output } from '../../wallet/v1/ListJournalRequest.js';
import type { ListJournalResponse as _wallet_v1_ListJournalResponse, ListJournalResponse__Output as _wallet_v1_ListJournalResponse__Output } from '../../wallet/v1/ListJournalResponse.js';
import type { ListUsersRequest as _wallet_v1_ListUsersRequest, ListUsersRequest__Output as _wallet_v1_ListUsersRequest__Output } from '../../wallet/v1/ListUsersRequest.js';
import type { ListUsersResponse as _wallet_v1_ListUsersResponse, ListUsersResponse__Output as _wallet_v1_ListUsersResponse__Output } from '../../wallet/v1/ListUsersResponse.js';
import type { ListWalletGroupsRequest as _wallet_v1_ListWalletGroupsRequest, ListWalletGroupsRequest__Output as _wallet_v1_ListWalletGroupsRequest__Output } from '../../wallet/v1/ListWalletGroupsRequest.js';
import type { ListWalletGroupsResponse as _wallet_v1_ListWalletGroupsResponse, ListWalletGroupsResponse__Output as _wallet_v1_ListWalletGroupsResponse__Output } from '../../wallet/v1/ListWalletGroupsResponse.js';
import type { ListWalletsRequest as _wallet_v1_ListWalletsRequest, ListWalletsRequest__Output as _wallet_v1_ListWalletsRequest__Output } from '../../wallet/v1/ListWalletsRequest.js';
import type { ListWalletsResponse as _wallet_v1_ListWalletsResponse, ListWalletsResponse__Output as _wallet_v1_ListWalletsResponse__Output } from '../../wallet/v1/ListWalletsResponse.js';
import type { PregenerateWalletsRequest as _wallet_v1_PregenerateWalletsRequest, PregenerateWalletsRequest__Output as _wallet_v1_PregenerateWalletsRequest__Output } from '../../wallet/v1/PregenerateWalletsRequest.js';
import type { PregenerateWalletsResponse as _wallet_v1_PregenerateWalletsResponse, PregenerateWalletsResponse__Output as _wallet_v1_PregenerateWalletsResponse__Output } from '../../wallet/v1/PregenerateWalletsResponse.js';
import type { PregeneratedWallet as _wallet_v1_PregeneratedWallet, PregeneratedWallet__Output as _wallet_v1_PregeneratedWallet__Output } from '../../wallet/v1/PregeneratedWallet.js';
import type { RecoverAccessKeyRequest as _wallet_v1_RecoverAccessKeyRequest, RecoverAccessKeyRequest__Output as _wallet_v1_RecoverAccessKeyRequest__Output } from '../../wallet/v1/RecoverAccessKeyRequest.js';
import type { ReplyFrames as _call_stream_v1_ReplyFrames, ReplyFrames__Output as _call_stream_v1_ReplyFrames__Output } from '../../call_stream/v1/ReplyFrames.js';
import type { RotateAccessKeyRequest as _wallet_v1_RotateAccessKeyRequest, RotateAccessKeyRequest__Output as _wallet_v1_RotateAccessKeyRequest__Output } from '../../wallet/v1/RotateAccessKeyRequest.js';
import type { SignRequest as _wallet_v1_SignRequest, SignRequest__Output as _wallet_v1_SignRequest__Output } from '../../wallet/v1/SignRequest.js';
import type { SignResponse as _wallet_v1_SignResponse, SignResponse__Output as _wallet_v1_SignResponse__Output } from '../../wallet/v1/SignResponse.js';
import type { WalletGroup as _wallet_v1_WalletGroup, WalletGroup__Output as _wallet_v1_WalletGroup__Output } from '../../wallet/v1/WalletGroup.js';
import type { WalletRecord as _wallet_v1_WalletRecord, WalletRecord__Output as _wallet_v1_WalletRecord__Output } from '../../wallet/v1/WalletRecord.js';
import type { WalletWithAccessKey as _wallet_v1_WalletWithAccessKey, WalletWithAccessKey__Output as _wallet_v1_WalletWithAccessKey__Output } from '../../wallet/v1/WalletWithAccessKey.js';

export interface WalletClient extends grpc.Client {
  Calls(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  Calls(options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  calls(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  calls(options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  
  CheckPeers(argument: _wallet_v1_CheckPeersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_CheckPeersResponse__Output>): grpc.ClientUnaryCall;
  CheckPeers(argument: _wallet_v1_CheckPeersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_CheckPeersResponse__Output>): grpc.ClientUnaryCall;
  CheckPeers(argument: _wallet_v1_CheckPeersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_CheckPeersResponse__Output>): grpc.ClientUnaryCall;
  CheckPeers(argument: _wallet_v1_CheckPeersRequest, callback: grpc.requestCallback<_wallet_v1_CheckPeersResponse__Output>): grpc.ClientUnaryCall;
  checkPeers(argument: _wallet_v1_CheckPeersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_CheckPeersResponse__Output>): grpc.ClientUnaryCall;
  checkPeers(argument: _wallet_v1_CheckPeersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_CheckPeersResponse__Output>): grpc.ClientUnaryCall;
  checkPeers(argument: _wallet_v1_CheckPeersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_CheckPeersResponse__Output>): grpc.ClientUnaryCall;
  checkPeers(argument: _wallet_v1_CheckPeersRequest, callback: grpc.requestCallback<_wallet_v1_CheckPeersResponse__Output>): grpc.ClientUnaryCall;
  
  CreateWallet(argument: _wallet_v1_CreateWalletRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  CreateWallet(argument: _wallet_v1_CreateWalletRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  CreateWallet(argument: _wallet_v1_CreateWalletRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  CreateWallet(argument: _wallet_v1_CreateWalletRequest, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  createWallet(argument: _wallet_v1_CreateWalletRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  createWallet(argument: _wallet_v1_CreateWalletRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  createWallet(argument: _wallet_v1_CreateWalletRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  createWallet(argument: _wallet_v1_CreateWalletRequest, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  
  CreateWalletGroup(argument: _wallet_v1_CreateWalletGroupRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletGroup__Output>): grpc.ClientUnaryCall;
  CreateWalletGroup(argument: _wallet_v1_CreateWalletGroupRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_WalletGroup__Output>): grpc.ClientUnaryCall;
  CreateWalletGroup(argument: _wallet_v1_CreateWalletGroupRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletGroup__Output>): grpc.ClientUnaryCall;
  CreateWalletGroup(argument: _wallet_v1_CreateWalletGroupRequest, callback: grpc.requestCallback<_wallet_v1_WalletGroup__Output>): grpc.ClientUnaryCall;
  createWalletGroup(argument: _wallet_v1_CreateWalletGroupRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletGroup__Output>): grpc.ClientUnaryCall;
  createWalletGroup(argument: _wallet_v1_CreateWalletGroupRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_WalletGroup__Output>): grpc.ClientUnaryCall;
  createWalletGroup(argument: _wallet_v1_CreateWalletGroupRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletGroup__Output>): grpc.ClientUnaryCall;
  createWalletGroup(argument: _wallet_v1_CreateWalletGroupRequest, callback: grpc.requestCallback<_wallet_v1_WalletGroup__Output>): grpc.ClientUnaryCall;
  
  ExportPrivateKey(argument: _wallet_v1_ExportPrivateKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ExportPrivateKeyResponse__Output>): grpc.ClientUnaryCall;
  ExportPrivateKey(argument: _wallet_v1_ExportPrivateKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_ExportPrivateKeyResponse__Output>): grpc.ClientUnaryCall;
  ExportPrivateKey(argument: _wallet_v1_ExportPrivateKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ExportPrivateKeyResponse__Output>): grpc.ClientUnaryCall;
  ExportPrivateKey(argument: _wallet_v1_ExportPrivateKeyRequest, callback: grpc.requestCallback<_wallet_v1_ExportPrivateKeyResponse__Output>): grpc.ClientUnaryCall;
  exportPrivateKey(argument: _wallet_v1_ExportPrivateKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ExportPrivateKeyResponse__Output>): grpc.ClientUnaryCall;
  exportPrivateKey(argument: _wallet_v1_ExportPrivateKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_ExportPrivateKeyResponse__Output>): grpc.ClientUnaryCall;
  exportPrivateKey(argument: _wallet_v1_ExportPrivateKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ExportPrivateKeyResponse__Output>): grpc.ClientUnaryCall;
  exportPrivateKey(argument: _wallet_v1_ExportPrivateKeyRequest, callback: grpc.requestCallback<_wallet_v1_ExportPrivateKeyResponse__Output>): grpc.ClientUnaryCall;
  
  GetAttestations(argument: _wallet_v1_GetAttestationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_GetAttestationsResponse__Output>): grpc.ClientUnaryCall;
  GetAttestations(argument: _wallet_v1_GetAttestationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_GetAttestationsResponse__Output>): grpc.ClientUnaryCall;
  GetAttestations(argument: _wallet_v1_GetAttestationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_GetAttestationsResponse__Output>): grpc.ClientUnaryCall;
  GetAttestations(argument: _wallet_v1_GetAttestationsRequest, callback: grpc.requestCallback<_wallet_v1_GetAttestationsResponse__Output>): grpc.ClientUnaryCall;
  getAttestations(argument: _wallet_v1_GetAttestationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_GetAttestationsResponse__Output>): grpc.ClientUnaryCall;
  getAttestations(argument: _wallet_v1_GetAttestationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_GetAttestationsResponse__Output>): grpc.ClientUnaryCall;
  getAttestations(argument: _wallet_v1_GetAttestationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_GetAttestationsResponse__Output>): grpc.ClientUnaryCall;
  getAttestations(argument: _wallet_v1_GetAttestationsRequest, callback: grpc.requestCallback<_wallet_v1_GetAttestationsResponse__Output>): grpc.ClientUnaryCall;
  
  GetImportKey(argument: _wallet_v1_GetImportKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_GetImportKeyResponse__Output>): grpc.ClientUnaryCall;
  GetImportKey(argument: _wallet_v1_GetImportKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_GetImportKeyResponse__Output>): grpc.ClientUnaryCall;
  GetImportKey(argument: _wallet_v1_GetImportKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_GetImportKeyResponse__Output>): grpc.ClientUnaryCall;
  GetImportKey(argument: _wallet_v1_GetImportKeyRequest, callback: grpc.requestCallback<_wallet_v1_GetImportKeyResponse__Output>): grpc.ClientUnaryCall;
  getImportKey(argument: _wallet_v1_GetImportKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_GetImportKeyResponse__Output>): grpc.ClientUnaryCall;
  getImportKey(argument: _wallet_v1_GetImportKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_GetImportKeyResponse__Output>): grpc.ClientUnaryCall;
  getImportKey(argument: _wallet_v1_GetImportKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_GetImportKeyResponse__Output>): grpc.ClientUnaryCall;
  getImportKey(argument: _wallet_v1_GetImportKeyRequest, callback: grpc.requestCallback<_wallet_v1_GetImportKeyResponse__Output>): grpc.ClientUnaryCall;
  
  GetLogFile(argument: _wallet_v1_GetLogFileRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_GetLogFileResponse__Output>): grpc.ClientUnaryCall;
  GetLogFile(argument: _wallet_v1_GetLogFileRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_GetLogFileResponse__Output>): grpc.ClientUnaryCall;
  GetLogFile(argument: _wallet_v1_GetLogFileRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_GetLogFileResponse__Output>): grpc.ClientUnaryCall;
  GetLogFile(argument: _wallet_v1_GetLogFileRequest, callback: grpc.requestCallback<_wallet_v1_GetLogFileResponse__Output>): grpc.ClientUnaryCall;
  getLogFile(argument: _wallet_v1_GetLogFileRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_GetLogFileResponse__Output>): grpc.ClientUnaryCall;
  getLogFile(argument: _wallet_v1_GetLogFileRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_GetLogFileResponse__Output>): grpc.ClientUnaryCall;
  getLogFile(argument: _wallet_v1_GetLogFileRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_GetLogFileResponse__Output>): grpc.ClientUnaryCall;
  getLogFile(argument: _wallet_v1_GetLogFileRequest, callback: grpc.requestCallback<_wallet_v1_GetLogFileResponse__Output>): grpc.ClientUnaryCall;
  
  GetOrCreateWallet(argument: _wallet_v1_GetOrCreateWalletRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  GetOrCreateWallet(argument: _wallet_v1_GetOrCreateWalletRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  GetOrCreateWallet(argument: _wallet_v1_GetOrCreateWalletRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  GetOrCreateWallet(argument: _wallet_v1_GetOrCreateWalletRequest, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  getOrCreateWallet(argument: _wallet_v1_GetOrCreateWalletRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  getOrCreateWallet(argument: _wallet_v1_GetOrCreateWalletRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  getOrCreateWallet(argument: _wallet_v1_GetOrCreateWalletRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  getOrCreateWallet(argument: _wallet_v1_GetOrCreateWalletRequest, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  
  GetPregeneratedWallet(argument: _wallet_v1_GetPregeneratedWalletRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_PregeneratedWallet__Output>): grpc.ClientUnaryCall;
  GetPregeneratedWallet(argument: _wallet_v1_GetPregeneratedWalletRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_PregeneratedWallet__Output>): grpc.ClientUnaryCall;
  GetPregeneratedWallet(argument: _wallet_v1_GetPregeneratedWalletRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_PregeneratedWallet__Output>): grpc.ClientUnaryCall;
  GetPregeneratedWallet(argument: _wallet_v1_GetPregeneratedWalletRequest, callback: grpc.requestCallback<_wallet_v1_PregeneratedWallet__Output>): grpc.ClientUnaryCall;
  getPregeneratedWallet(argument: _wallet_v1_GetPregeneratedWalletRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_PregeneratedWallet__Output>): grpc.ClientUnaryCall;
  getPregeneratedWallet(argument: _wallet_v1_GetPregeneratedWalletRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_PregeneratedWallet__Output>): grpc.ClientUnaryCall;
  getPregeneratedWallet(argument: _wallet_v1_GetPregeneratedWalletRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_PregeneratedWallet__Output>): grpc.ClientUnaryCall;
  getPregeneratedWallet(argument: _wallet_v1_GetPregeneratedWalletRequest, callback: grpc.requestCallback<_wallet_v1_PregeneratedWallet__Output>): grpc.ClientUnaryCall;
  
  GetTrustStatus(argument: _wallet_v1_GetTrustStatusRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_GetTrustStatusResponse__Output>): grpc.ClientUnaryCall;
  GetTrustStatus(argument: _wallet_v1_GetTrustStatusRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_GetTrustStatusResponse__Output>): grpc.ClientUnaryCall;
  GetTrustStatus(argument: _wallet_v1_GetTrustStatusRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_GetTrustStatusResponse__Output>): grpc.ClientUnaryCall;
  GetTrustStatus(argument: _wallet_v1_GetTrustStatusRequest, callback: grpc.requestCallback<_wallet_v1_GetTrustStatusResponse__Output>): grpc.ClientUnaryCall;
  getTrustStatus(argument: _wallet_v1_GetTrustStatusRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_GetTrustStatusResponse__Output>): grpc.ClientUnaryCall;
  getTrustStatus(argument: _wallet_v1_GetTrustStatusRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_GetTrustStatusResponse__Output>): grpc.ClientUnaryCall;
  getTrustStatus(argument: _wallet_v1_GetTrustStatusRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_GetTrustStatusResponse__Output>): grpc.ClientUnaryCall;
  getTrustStatus(argument: _wallet_v1_GetTrustStatusRequest, callback: grpc.requestCallback<_wallet_v1_GetTrustStatusResponse__Output>): grpc.ClientUnaryCall;
  
  GetWallet(argument: _wallet_v1_GetWalletRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  GetWallet(argument: _wallet_v1_GetWalletRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  GetWallet(argument: _wallet_v1_GetWalletRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  GetWallet(argument: _wallet_v1_GetWalletRequest, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  getWallet(argument: _wallet_v1_GetWalletRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  getWallet(argument: _wallet_v1_GetWalletRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  getWallet(argument: _wallet_v1_GetWalletRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  getWallet(argument: _wallet_v1_GetWalletRequest, callback: grpc.requestCallback<_wallet_v1_WalletRecord__Output>): grpc.ClientUnaryCall;
  
  GetWalletGroup(argument: _wallet_v1_GetWalletGroupRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletGroup__Output>): grpc.ClientUnaryCall;
  GetWalletGroup(argument: _wallet_v1_GetWalletGroupRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_WalletGroup__Output>): grpc.ClientUnaryCall;
  GetWalletGroup(argument: _wallet_v1_GetWalletGroupRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletGroup__Output>): grpc.ClientUnaryCall;
  GetWalletGroup(argument: _wallet_v1_GetWalletGroupRequest, callback: grpc.requestCallback<_wallet_v1_WalletGroup__Output>): grpc.ClientUnaryCall;
  getWalletGroup(argument: _wallet_v1_GetWalletGroupRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletGroup__Output>): grpc.ClientUnaryCall;
  getWalletGroup(argument: _wallet_v1_GetWalletGroupRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_WalletGroup__Output>): grpc.ClientUnaryCall;
  getWalletGroup(argument: _wallet_v1_GetWalletGroupRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletGroup__Output>): grpc.ClientUnaryCall;
  getWalletGroup(argument: _wallet_v1_GetWalletGroupRequest, callback: grpc.requestCallback<_wallet_v1_WalletGroup__Output>): grpc.ClientUnaryCall;
  
  ImportPrivateKey(argument: _wallet_v1_ImportPrivateKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  ImportPrivateKey(argument: _wallet_v1_ImportPrivateKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  ImportPrivateKey(argument: _wallet_v1_ImportPrivateKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  ImportPrivateKey(argument: _wallet_v1_ImportPrivateKeyRequest, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  importPrivateKey(argument: _wallet_v1_ImportPrivateKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  importPrivateKey(argument: _wallet_v1_ImportPrivateKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  importPrivateKey(argument: _wallet_v1_ImportPrivateKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  importPrivateKey(argument: _wallet_v1_ImportPrivateKeyRequest, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  
  ListAllWallets(argument: _wallet_v1_ListAllWalletsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ListWalletsResponse__Output>): grpc.ClientUnaryCall;
  ListAllWallets(argument: _wallet_v1_ListAllWalletsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_ListWalletsResponse__Output>): grpc.ClientUnaryCall;
  ListAllWallets(argument: _wallet_v1_ListAllWalletsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ListWalletsResponse__Output>): grpc.ClientUnaryCall;
  ListAllWallets(argument: _wallet_v1_ListAllWalletsRequest, callback: grpc.requestCallback<_wallet_v1_ListWalletsResponse__Output>): grpc.ClientUnaryCall;
  listAllWallets(argument: _wallet_v1_ListAllWalletsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ListWalletsResponse__Output>): grpc.ClientUnaryCall;
  listAllWallets(argument: _wallet_v1_ListAllWalletsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_ListWalletsResponse__Output>): grpc.ClientUnaryCall;
  listAllWallets(argument: _wallet_v1_ListAllWalletsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ListWalletsResponse__Output>): grpc.ClientUnaryCall;
  listAllWallets(argument: _wallet_v1_ListAllWalletsRequest, callback: grpc.requestCallback<_wallet_v1_ListWalletsResponse__Output>): grpc.ClientUnaryCall;
  
  ListEvents(argument: _event_v1_ListEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _event_v1_ListEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _event_v1_ListEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _event_v1_ListEventsRequest, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _event_v1_ListEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _event_v1_ListEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _event_v1_ListEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _event_v1_ListEventsRequest, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  
  ListJournal(argument: _wallet_v1_ListJournalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ListJournalResponse__Output>): grpc.ClientUnaryCall;
  ListJournal(argument: _wallet_v1_ListJournalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_ListJournalResponse__Output>): grpc.ClientUnaryCall;
  ListJournal(argument: _wallet_v1_ListJournalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ListJournalResponse__Output>): grpc.ClientUnaryCall;
  ListJournal(argument: _wallet_v1_ListJournalRequest, callback: grpc.requestCallback<_wallet_v1_ListJournalResponse__Output>): grpc.ClientUnaryCall;
  listJournal(argument: _wallet_v1_ListJournalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ListJournalResponse__Output>): grpc.ClientUnaryCall;
  listJournal(argument: _wallet_v1_ListJournalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_ListJournalResponse__Output>): grpc.ClientUnaryCall;
  listJournal(argument: _wallet_v1_ListJournalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ListJournalResponse__Output>): grpc.ClientUnaryCall;
  listJournal(argument: _wallet_v1_ListJournalRequest, callback: grpc.requestCallback<_wallet_v1_ListJournalResponse__Output>): grpc.ClientUnaryCall;
  
  ListUsers(argument: _wallet_v1_ListUsersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  ListUsers(argument: _wallet_v1_ListUsersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  ListUsers(argument: _wallet_v1_ListUsersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  ListUsers(argument: _wallet_v1_ListUsersRequest, callback: grpc.requestCallback<_wallet_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  listUsers(argument: _wallet_v1_ListUsersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  listUsers(argument: _wallet_v1_ListUsersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  listUsers(argument: _wallet_v1_ListUsersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  listUsers(argument: _wallet_v1_ListUsersRequest, callback: grpc.requestCallback<_wallet_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  
  ListWalletGroups(argument: _wallet_v1_ListWalletGroupsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ListWalletGroupsResponse__Output>): grpc.ClientUnaryCall;
  ListWalletGroups(argument: _wallet_v1_ListWalletGroupsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_ListWalletGroupsResponse__Output>): grpc.ClientUnaryCall;
  ListWalletGroups(argument: _wallet_v1_ListWalletGroupsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ListWalletGroupsResponse__Output>): grpc.ClientUnaryCall;
  ListWalletGroups(argument: _wallet_v1_ListWalletGroupsRequest, callback: grpc.requestCallback<_wallet_v1_ListWalletGroupsResponse__Output>): grpc.ClientUnaryCall;
  listWalletGroups(argument: _wallet_v1_ListWalletGroupsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ListWalletGroupsResponse__Output>): grpc.ClientUnaryCall;
  listWalletGroups(argument: _wallet_v1_ListWalletGroupsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_ListWalletGroupsResponse__Output>): grpc.ClientUnaryCall;
  listWalletGroups(argument: _wallet_v1_ListWalletGroupsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ListWalletGroupsResponse__Output>): grpc.ClientUnaryCall;
  listWalletGroups(argument: _wallet_v1_ListWalletGroupsRequest, callback: grpc.requestCallback<_wallet_v1_ListWalletGroupsResponse__Output>): grpc.ClientUnaryCall;
  
  ListWallets(argument: _wallet_v1_ListWalletsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ListWalletsResponse__Output>): grpc.ClientUnaryCall;
  ListWallets(argument: _wallet_v1_ListWalletsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_ListWalletsResponse__Output>): grpc.ClientUnaryCall;
  ListWallets(argument: _wallet_v1_ListWalletsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ListWalletsResponse__Output>): grpc.ClientUnaryCall;
  ListWallets(argument: _wallet_v1_ListWalletsRequest, callback: grpc.requestCallback<_wallet_v1_ListWalletsResponse__Output>): grpc.ClientUnaryCall;
  listWallets(argument: _wallet_v1_ListWalletsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ListWalletsResponse__Output>): grpc.ClientUnaryCall;
  listWallets(argument: _wallet_v1_ListWalletsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_ListWalletsResponse__Output>): grpc.ClientUnaryCall;
  listWallets(argument: _wallet_v1_ListWalletsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_ListWalletsResponse__Output>): grpc.ClientUnaryCall;
  listWallets(argument: _wallet_v1_ListWalletsRequest, callback: grpc.requestCallback<_wallet_v1_ListWalletsResponse__Output>): grpc.ClientUnaryCall;
  
  PregenerateWallets(argument: _wallet_v1_PregenerateWalletsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_PregenerateWalletsResponse__Output>): grpc.ClientUnaryCall;
  PregenerateWallets(argument: _wallet_v1_PregenerateWalletsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_PregenerateWalletsResponse__Output>): grpc.ClientUnaryCall;
  PregenerateWallets(argument: _wallet_v1_PregenerateWalletsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_PregenerateWalletsResponse__Output>): grpc.ClientUnaryCall;
  PregenerateWallets(argument: _wallet_v1_PregenerateWalletsRequest, callback: grpc.requestCallback<_wallet_v1_PregenerateWalletsResponse__Output>): grpc.ClientUnaryCall;
  pregenerateWallets(argument: _wallet_v1_PregenerateWalletsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_PregenerateWalletsResponse__Output>): grpc.ClientUnaryCall;
  pregenerateWallets(argument: _wallet_v1_PregenerateWalletsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_PregenerateWalletsResponse__Output>): grpc.ClientUnaryCall;
  pregenerateWallets(argument: _wallet_v1_PregenerateWalletsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_PregenerateWalletsResponse__Output>): grpc.ClientUnaryCall;
  pregenerateWallets(argument: _wallet_v1_PregenerateWalletsRequest, callback: grpc.requestCallback<_wallet_v1_PregenerateWalletsResponse__Output>): grpc.ClientUnaryCall;
  
  RecoverAccessKey(argument: _wallet_v1_RecoverAccessKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  RecoverAccessKey(argument: _wallet_v1_RecoverAccessKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  RecoverAccessKey(argument: _wallet_v1_RecoverAccessKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  RecoverAccessKey(argument: _wallet_v1_RecoverAccessKeyRequest, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  recoverAccessKey(argument: _wallet_v1_RecoverAccessKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  recoverAccessKey(argument: _wallet_v1_RecoverAccessKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  recoverAccessKey(argument: _wallet_v1_RecoverAccessKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  recoverAccessKey(argument: _wallet_v1_RecoverAccessKeyRequest, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  
  RotateAccessKey(argument: _wallet_v1_RotateAccessKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  RotateAccessKey(argument: _wallet_v1_RotateAccessKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  RotateAccessKey(argument: _wallet_v1_RotateAccessKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  RotateAccessKey(argument: _wallet_v1_RotateAccessKeyRequest, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  rotateAccessKey(argument: _wallet_v1_RotateAccessKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  rotateAccessKey(argument: _wallet_v1_RotateAccessKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  rotateAccessKey(argument: _wallet_v1_RotateAccessKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  rotateAccessKey(argument: _wallet_v1_RotateAccessKeyRequest, callback: grpc.requestCallback<_wallet_v1_WalletWithAccessKey__Output>): grpc.ClientUnaryCall;
  
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
  
  CheckPeers: grpc.handleUnaryCall<_wallet_v1_CheckPeersRequest__Output, _wallet_v1_CheckPeersResponse>;
  
  CreateWallet: grpc.handleUnaryCall<_wallet_v1_CreateWalletRequest__Output, _wallet_v1_WalletWithAccessKey>;
  
  CreateWalletGroup: grpc.handleUnaryCall<_wallet_v1_CreateWalletGroupRequest__Output, _wallet_v1_WalletGroup>;
  
  ExportPrivateKey: grpc.handleUnaryCall<_wallet_v1_ExportPrivateKeyRequest__Output, _wallet_v1_ExportPrivateKeyResponse>;
  
  GetAttestations: grpc.handleUnaryCall<_wallet_v1_GetAttestationsRequest__Output, _wallet_v1_GetAttestationsResponse>;
  
  GetImportKey: grpc.handleUnaryCall<_wallet_v1_GetImportKeyRequest__Output, _wallet_v1_GetImportKeyResponse>;
  
  GetLogFile: grpc.handleUnaryCall<_wallet_v1_GetLogFileRequest__Output, _wallet_v1_GetLogFileResponse>;
  
  GetOrCreateWallet: grpc.handleUnaryCall<_wallet_v1_GetOrCreateWalletRequest__Output, _wallet_v1_WalletRecord>;
  
  GetPregeneratedWallet: grpc.handleUnaryCall<_wallet_v1_GetPregeneratedWalletRequest__Output, _wallet_v1_PregeneratedWallet>;
  
  GetTrustStatus: grpc.handleUnaryCall<_wallet_v1_GetTrustStatusRequest__Output, _wallet_v1_GetTrustStatusResponse>;
  
  GetWallet: grpc.handleUnaryCall<_wallet_v1_GetWalletRequest__Output, _wallet_v1_WalletRecord>;
  
  GetWalletGroup: grpc.handleUnaryCall<_wallet_v1_GetWalletGroupRequest__Output, _wallet_v1_WalletGroup>;
  
  ImportPrivateKey: grpc.handleUnaryCall<_wallet_v1_ImportPrivateKeyRequest__Output, _wallet_v1_WalletWithAccessKey>;
  
  ListAllWallets: grpc.handleUnaryCall<_wallet_v1_ListAllWalletsRequest__Output, _wallet_v1_ListWalletsResponse>;
  
  ListEvents: grpc.handleUnaryCall<_event_v1_ListEventsRequest__Output, _event_v1_ListEventsResponse>;
  
  ListJournal: grpc.handleUnaryCall<_wallet_v1_ListJournalRequest__Output, _wallet_v1_ListJournalResponse>;
  
  ListUsers: grpc.handleUnaryCall<_wallet_v1_ListUsersRequest__Output, _wallet_v1_ListUsersResponse>;
  
  ListWalletGroups: grpc.handleUnaryCall<_wallet_v1_ListWalletGroupsRequest__Output, _wallet_v1_ListWalletGroupsResponse>;
  
  ListWallets: grpc.handleUnaryCall<_wallet_v1_ListWalletsRequest__Output, _wallet_v1_ListWalletsResponse>;
  
  PregenerateWallets: grpc.handleUnaryCall<_wallet_v1_PregenerateWalletsRequest__Output, _wallet_v1_PregenerateWalletsResponse>;
  
  RecoverAccessKey: grpc.handleUnaryCall<_wallet_v1_RecoverAccessKeyRequest__Output, _wallet_v1_WalletWithAccessKey>;
  
  RotateAccessKey: grpc.handleUnaryCall<_wallet_v1_RotateAccessKeyRequest__Output, _wallet_v1_WalletWithAccessKey>;
  
  Sign: grpc.handleUnaryCall<_wallet_v1_SignRequest__Output, _wallet_v1_SignResponse>;
  
}

export interface WalletDefinition extends grpc.ServiceDefinition {
  Calls: MethodDefinition<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames, _call_stream_v1_CallFrames__Output, _call_stream_v1_ReplyFrames__Output>
  CheckPeers: MethodDefinition<_wallet_v1_CheckPeersRequest, _wallet_v1_CheckPeersResponse, _wallet_v1_CheckPeersRequest__Output, _wallet_v1_CheckPeersResponse__Output>
  CreateWallet: MethodDefinition<_wallet_v1_CreateWalletRequest, _wallet_v1_WalletWithAccessKey, _wallet_v1_CreateWalletRequest__Output, _wallet_v1_WalletWithAccessKey__Output>
  CreateWalletGroup: MethodDefinition<_wallet_v1_CreateWalletGroupRequest, _wallet_v1_WalletGroup, _wallet_v1_CreateWalletGroupRequest__Output, _wallet_v1_WalletGroup__Output>
  ExportPrivateKey: MethodDefinition<_wallet_v1_ExportPrivateKeyRequest, _wallet_v1_ExportPrivateKeyResponse, _wallet_v1_ExportPrivateKeyRequest__Output, _wallet_v1_ExportPrivateKeyResponse__Output>
  GetAttestations: MethodDefinition<_wallet_v1_GetAttestationsRequest, _wallet_v1_GetAttestationsResponse, _wallet_v1_GetAttestationsRequest__Output, _wallet_v1_GetAttestationsResponse__Output>
  GetImportKey: MethodDefinition<_wallet_v1_GetImportKeyRequest, _wallet_v1_GetImportKeyResponse, _wallet_v1_GetImportKeyRequest__Output, _wallet_v1_GetImportKeyResponse__Output>
  GetLogFile: MethodDefinition<_wallet_v1_GetLogFileRequest, _wallet_v1_GetLogFileResponse, _wallet_v1_GetLogFileRequest__Output, _wallet_v1_GetLogFileResponse__Output>
  GetOrCreateWallet: MethodDefinition<_wallet_v1_GetOrCreateWalletRequest, _wallet_v1_WalletRecord, _wallet_v1_GetOrCreateWalletRequest__Output, _wallet_v1_WalletRecord__Output>
  GetPregeneratedWallet: MethodDefinition<_wallet_v1_GetPregeneratedWalletRequest, _wallet_v1_PregeneratedWallet, _wallet_v1_GetPregeneratedWalletRequest__Output, _wallet_v1_PregeneratedWallet__Output>
  GetTrustStatus: MethodDefinition<_wallet_v1_GetTrustStatusRequest, _wallet_v1_GetTrustStatusResponse, _wallet_v1_GetTrustStatusRequest__Output, _wallet_v1_GetTrustStatusResponse__Output>
  GetWallet: MethodDefinition<_wallet_v1_GetWalletRequest, _wallet_v1_WalletRecord, _wallet_v1_GetWalletRequest__Output, _wallet_v1_WalletRecord__Output>
  GetWalletGroup: MethodDefinition<_wallet_v1_GetWalletGroupRequest, _wallet_v1_WalletGroup, _wallet_v1_GetWalletGroupRequest__Output, _wallet_v1_WalletGroup__Output>
  ImportPrivateKey: MethodDefinition<_wallet_v1_ImportPrivateKeyRequest, _wallet_v1_WalletWithAccessKey, _wallet_v1_ImportPrivateKeyRequest__Output, _wallet_v1_WalletWithAccessKey__Output>
  ListAllWallets: MethodDefinition<_wallet_v1_ListAllWalletsRequest, _wallet_v1_ListWalletsResponse, _wallet_v1_ListAllWalletsRequest__Output, _wallet_v1_ListWalletsResponse__Output>
  ListEvents: MethodDefinition<_event_v1_ListEventsRequest, _event_v1_ListEventsResponse, _event_v1_ListEventsRequest__Output, _event_v1_ListEventsResponse__Output>
  ListJournal: MethodDefinition<_wallet_v1_ListJournalRequest, _wallet_v1_ListJournalResponse, _wallet_v1_ListJournalRequest__Output, _wallet_v1_ListJournalResponse__Output>
  ListUsers: MethodDefinition<_wallet_v1_ListUsersRequest, _wallet_v1_ListUsersResponse, _wallet_v1_ListUsersRequest__Output, _wallet_v1_ListUsersResponse__Output>
  ListWalletGroups: MethodDefinition<_wallet_v1_ListWalletGroupsRequest, _wallet_v1_ListWalletGroupsResponse, _wallet_v1_ListWalletGroupsRequest__Output, _wallet_v1_ListWalletGroupsResponse__Output>
  ListWallets: MethodDefinition<_wallet_v1_ListWalletsRequest, _wallet_v1_ListWalletsResponse, _wallet_v1_ListWalletsRequest__Output, _wallet_v1_ListWalletsResponse__Output>
  PregenerateWallets: MethodDefinition<_wallet_v1_PregenerateWalletsRequest, _wallet_v1_PregenerateWalletsResponse, _wallet_v1_PregenerateWalletsRequest__Output, _wallet_v1_PregenerateWalletsResponse__Output>
  RecoverAccessKey: MethodDefinition<_wallet_v1_RecoverAccessKeyRequest, _wallet_v1_WalletWithAccessKey, _wallet_v1_RecoverAccessKeyRequest__Output, _wallet_v1_WalletWithAccessKey__Output>
  RotateAccessKey: MethodDefinition<_wallet_v1_RotateAccessKeyRequest, _wallet_v1_WalletWithAccessKey, _wallet_v1_RotateAccessKeyRequest__Output, _wallet_v1_WalletWithAccessKey__Output>
  Sign: MethodDefinition<_wallet_v1_SignRequest, _wallet_v1_SignResponse, _wallet_v1_SignRequest__Output, _wallet_v1_SignResponse__Output>
}
