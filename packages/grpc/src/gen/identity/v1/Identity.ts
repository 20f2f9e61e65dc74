// Original file: proto/identity/v1/identity.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AcceptInvitationRequest as _identity_v1_AcceptInvitationRequest, AcceptInvitationRequest__Output as _identity_v1_AcceptInvitationRequest__Output } from '../../identity/v1/AcceptInvitationRequest.js';
import type { AddMemberRequest as _identity_v1_AddMemberRequest, AddMemberRequest__Output as _identity_v1_AddMemberRequest__Output } from '../../identity/v1/AddMemberRequest.js';
import type { AddPasskeyRequest as _identity_v1_AddPasskeyRequest, AddPasskeyRequest__Output as _identity_v1_AddPasskeyRequest__Output } from '../../identity/v1/AddPasskeyRequest.js';
import type { Application as _identity_v1_Application, Application__Output as _identity_v1_Application__Output } from '../../identity/v1/Application.js';
import type { ApplicationDocument as _identity_v1_ApplicationDocument, ApplicationDocument__Output as _identity_v1_ApplicationDocument__Output } from '../../identity/v1/ApplicationDocument.js';
import type { ApprovalRule as _identity_v1_ApprovalRule, ApprovalRule__Output as _identity_v1_ApprovalRule__Output } from '../../identity/v1/ApprovalRule.js';
import type { AskForChangeRequest as _identity_v1_AskForChangeRequest, AskForChangeRequest__Output as _identity_v1_AskForChangeRequest__Output } from '../../identity/v1/AskForChangeRequest.js';
import type { AuthenticateOperatorRequest as _identity_v1_AuthenticateOperatorRequest, AuthenticateOperatorRequest__Output as _identity_v1_AuthenticateOperatorRequest__Output } from '../../identity/v1/AuthenticateOperatorRequest.js';
import type { AuthenticateOperatorResponse as _identity_v1_AuthenticateOperatorResponse, AuthenticateOperatorResponse__Output as _identity_v1_AuthenticateOperatorResponse__Output } from '../../identity/v1/AuthenticateOperatorResponse.js';
import type { AuthenticateSecretKeyRequest as _identity_v1_AuthenticateSecretKeyRequest, AuthenticateSecretKeyRequest__Output as _identity_v1_AuthenticateSecretKeyRequest__Output } from '../../identity/v1/AuthenticateSecretKeyRequest.js';
import type { AuthenticateSecretKeyResponse as _identity_v1_AuthenticateSecretKeyResponse, AuthenticateSecretKeyResponse__Output as _identity_v1_AuthenticateSecretKeyResponse__Output } from '../../identity/v1/AuthenticateSecretKeyResponse.js';
import type { AuthenticateSessionRequest as _identity_v1_AuthenticateSessionRequest, AuthenticateSessionRequest__Output as _identity_v1_AuthenticateSessionRequest__Output } from '../../identity/v1/AuthenticateSessionRequest.js';
import type { AuthenticateSessionResponse as _identity_v1_AuthenticateSessionResponse, AuthenticateSessionResponse__Output as _identity_v1_AuthenticateSessionResponse__Output } from '../../identity/v1/AuthenticateSessionResponse.js';
import type { AuthenticateUserRequest as _identity_v1_AuthenticateUserRequest, AuthenticateUserRequest__Output as _identity_v1_AuthenticateUserRequest__Output } from '../../identity/v1/AuthenticateUserRequest.js';
import type { AuthenticateUserResponse as _identity_v1_AuthenticateUserResponse, AuthenticateUserResponse__Output as _identity_v1_AuthenticateUserResponse__Output } from '../../identity/v1/AuthenticateUserResponse.js';
import type { BeginChangeResponse as _identity_v1_BeginChangeResponse, BeginChangeResponse__Output as _identity_v1_BeginChangeResponse__Output } from '../../identity/v1/BeginChangeResponse.js';
import type { CallFrames as _call_stream_v1_CallFrames, CallFrames__Output as _call_stream_v1_CallFrames__Output } from '../../call_stream/v1/CallFrames.js';
import type { ChangeRequest as _identity_v1_ChangeRequest, ChangeRequest__Output as _identity_v1_ChangeRequest__Output } from '../../identity/v1/ChangeRequest.js';
import type { CreateApplicationRequest as _identity_v1_CreateApplicationRequest, CreateApplicationRequest__Output as _identity_v1_CreateApplicationRequest__Output } from '../../identity/v1/CreateApplicationRequest.js';
import type { CreateApplicationResponse as _identity_v1_CreateApplicationResponse, CreateApplicationResponse__Output as _identity_v1_CreateApplicationResponse__Output } from '../../identity/v1/CreateApplicationResponse.js';
import type { CreateChallengeRequest as _identity_v1_CreateChallengeRequest, CreateChallengeRequest__Output as _identity_v1_CreateChallengeRequest__Output } from '../../identity/v1/CreateChallengeRequest.js';
import type { CreateChallengeResponse as _identity_v1_CreateChallengeResponse, CreateChallengeResponse__Output as _identity_v1_CreateChallengeResponse__Output } from '../../identity/v1/CreateChallengeResponse.js';
import type { CreateProviderRequest as _identity_v1_CreateProviderRequest, CreateProviderRequest__Output as _identity_v1_CreateProviderRequest__Output } from '../../identity/v1/CreateProviderRequest.js';
import type { CreateSecretKeyRequest as _identity_v1_CreateSecretKeyRequest, CreateSecretKeyRequest__Output as _identity_v1_CreateSecretKeyRequest__Output } from '../../identity/v1/CreateSecretKeyRequest.js';
import type { CreateSecretKeyResponse as _identity_v1_CreateSecretKeyResponse, CreateSecretKeyResponse__Output as _identity_v1_CreateSecretKeyResponse__Output } from '../../identity/v1/CreateSecretKeyResponse.js';
import type { DecideChangeRequest as _identity_v1_DecideChangeRequest, DecideChangeRequest__Output as _identity_v1_DecideChangeRequest__Output } from '../../identity/v1/DecideChangeRequest.js';
import type { DeleteProviderRequest as _identity_v1_DeleteProviderRequest, DeleteProviderRequest__Output as _identity_v1_DeleteProviderRequest__Output } from '../../identity/v1/DeleteProviderRequest.js';
import type { DeleteProviderResponse as _identity_v1_DeleteProviderResponse, DeleteProviderResponse__Output as _identity_v1_DeleteProviderResponse__Output } from '../../identity/v1/DeleteProviderResponse.js';
import type { DisablePersonRequest as _identity_v1_DisablePersonRequest, DisablePersonRequest__Output as _identity_v1_DisablePersonRequest__Output } from '../../identity/v1/DisablePersonRequest.js';
import type { DisablePersonResponse as _identity_v1_DisablePersonResponse, DisablePersonResponse__Output as _identity_v1_DisablePersonResponse__Output } from '../../identity/v1/DisablePersonResponse.js';
import type { EndChangeRequest as _identity_v1_EndChangeRequest, EndChangeRequest__Output as _identity_v1_EndChangeRequest__Output } from '../../identity/v1/EndChangeRequest.js';
import type { EndSessionRequest as _identity_v1_EndSessionRequest, EndSessionRequest__Output as _identity_v1_EndSessionRequest__Output } from '../../identity/v1/EndSessionRequest.js';
import type { EndSessionResponse as _identity_v1_EndSessionResponse, EndSessionResponse__Output as _identity_v1_EndSessionResponse__Output } from '../../identity/v1/EndSessionResponse.js';
import type { FindProvidersRequest as _identity_v1_FindProvidersRequest, FindProvidersRequest__Output as _identity_v1_FindProvidersRequest__Output } from '../../identity/v1/FindProvidersRequest.js';
import type { FindProvidersResponse as _identity_v1_FindProvidersResponse, FindProvidersResponse__Output as _identity_v1_FindProvidersResponse__Output } from '../../identity/v1/FindProvidersResponse.js';
import type { ForgetChangesRequest as _change_v1_ForgetChangesRequest, ForgetChangesRequest__Output as _change_v1_ForgetChangesRequest__Output } from '../../change/v1/ForgetChangesRequest.js';
import type { ForgetChangesResponse as _change_v1_ForgetChangesResponse, ForgetChangesResponse__Output as _change_v1_ForgetChangesResponse__Output } from '../../change/v1/ForgetChangesResponse.js';
import type { GetAllowedOriginsRequest as _identity_v1_GetAllowedOriginsRequest, GetAllowedOriginsRequest__Output as _identity_v1_GetAllowedOriginsRequest__Output } from '../../identity/v1/GetAllowedOriginsRequest.js';
import type { GetAllowedOriginsResponse as _identity_v1_GetAllowedOriginsResponse, GetAllowedOriginsResponse__Output as _identity_v1_GetAllowedOriginsResponse__Output } from '../../identity/v1/GetAllowedOriginsResponse.js';
import type { GetApplicationDocumentRequest as _identity_v1_GetApplicationDocumentRequest, GetApplicationDocumentRequest__Output as _identity_v1_GetApplicationDocumentRequest__Output } from '../../identity/v1/GetApplicationDocumentRequest.js';
import type { GetApplicationRequest as _identity_v1_GetApplicationRequest, GetApplicationRequest__Output as _identity_v1_GetApplicationRequest__Output } from '../../identity/v1/GetApplicationRequest.js';
import type { GetApprovalRuleRequest as _identity_v1_GetApprovalRuleRequest, GetApprovalRuleRequest__Output as _identity_v1_GetApprovalRuleRequest__Output } from '../../identity/v1/GetApprovalRuleRequest.js';
import type { GetProviderRequest as _identity_v1_GetProviderRequest, GetProviderRequest__Output as _identity_v1_GetProviderRequest__Output } from '../../identity/v1/GetProviderRequest.js';
import type { GetSessionRequest as _identity_v1_GetSessionRequest, GetSessionRequest__Output as _identity_v1_GetSessionRequest__Output } from '../../identity/v1/GetSessionRequest.js';
import type { GetTrustRequest as _identity_v1_GetTrustRequest, GetTrustRequest__Output as _identity_v1_GetTrustRequest__Output } from '../../identity/v1/GetTrustRequest.js';
import type { GetTrustResponse as _identity_v1_GetTrustResponse, GetTrustResponse__Output as _identity_v1_GetTrustResponse__Output } from '../../identity/v1/GetTrustResponse.js';
import type { InvitePersonRequest as _identity_v1_InvitePersonRequest, InvitePersonRequest__Output as _identity_v1_InvitePersonRequest__Output } from '../../identity/v1/InvitePersonRequest.js';
import type { InvitedPerson as _identity_v1_InvitedPerson, InvitedPerson__Output as _identity_v1_InvitedPerson__Output } from '../../identity/v1/InvitedPerson.js';
import type { ListApplicationsRequest as _identity_v1_ListApplicationsRequest, ListApplicationsRequest__Output as _identity_v1_ListApplicationsRequest__Output } from '../../identity/v1/ListApplicationsRequest.js';
import type { ListApplicationsResponse as _identity_v1_ListApplicationsResponse, ListApplicationsResponse__Output as _identity_v1_ListApplicationsResponse__Output } from '../../identity/v1/ListApplicationsResponse.js';
import type { ListChangeRequestsRequest as _identity_v1_ListChangeRequestsRequest, ListChangeRequestsRequest__Output as _identity_v1_ListChangeRequestsRequest__Output } from '../../identity/v1/ListChangeRequestsRequest.js';
import type { ListChangeRequestsResponse as _identity_v1_ListChangeRequestsResponse, ListChangeRequestsResponse__Output as _identity_v1_ListChangeRequestsResponse__Output } from '../../identity/v1/ListChangeRequestsResponse.js';
import type { ListChangesRequest as _change_v1_ListChangesRequest, ListChangesRequest__Output as _change_v1_ListChangesRequest__Output } from '../../change/v1/ListChangesRequest.js';
import type { ListChangesResponse as _change_v1_ListChangesResponse, ListChangesResponse__Output as _change_v1_ListChangesResponse__Output } from '../../change/v1/ListChangesResponse.js';
import type { ListEventsRequest as _event_v1_ListEventsRequest, ListEventsRequest__Output as _event_v1_ListEventsRequest__Output } from '../../event/v1/ListEventsRequest.js';
import type { ListEventsResponse as _event_v1_ListEventsResponse, ListEventsResponse__Output as _event_v1_ListEventsResponse__Output } from '../../event/v1/ListEventsResponse.js';
import type { ListKeySetsRequest as _identity_v1_ListKeySetsRequest, ListKeySetsRequest__Output as _identity_v1_ListKeySetsRequest__Output } from '../../identity/v1/ListKeySetsRequest.js';
import type { ListKeySetsResponse as _identity_v1_ListKeySetsResponse, ListKeySetsResponse__Output as _identity_v1_ListKeySetsResponse__Output } from '../../identity/v1/ListKeySetsResponse.js';
import type { ListMembersRequest as _identity_v1_ListMembersRequest, ListMembersRequest__Output as _identity_v1_ListMembersRequest__Output } from '../../identity/v1/ListMembersRequest.js';
import type { ListMembersResponse as _identity_v1_ListMembersResponse, ListMembersResponse__Output as _identity_v1_ListMembersResponse__Output } from '../../identity/v1/ListMembersResponse.js';
import type { ListPeopleRequest as _identity_v1_ListPeopleRequest, ListPeopleRequest__Output as _identity_v1_ListPeopleRequest__Output } from '../../identity/v1/ListPeopleRequest.js';
import type { ListPeopleResponse as _identity_v1_ListPeopleResponse, ListPeopleResponse__Output as _identity_v1_ListPeopleResponse__Output } from '../../identity/v1/ListPeopleResponse.js';
import type { ListProvidersRequest as _identity_v1_ListProvidersRequest, ListProvidersRequest__Output as _identity_v1_ListProvidersRequest__Output } from '../../identity/v1/ListProvidersRequest.js';
import type { ListProvidersResponse as _identity_v1_ListProvidersResponse, ListProvidersResponse__Output as _identity_v1_ListProvidersResponse__Output } from '../../identity/v1/ListProvidersResponse.js';
import type { ListSecretKeysRequest as _identity_v1_ListSecretKeysRequest, ListSecretKeysRequest__Output as _identity_v1_ListSecretKeysRequest__Output } from '../../identity/v1/ListSecretKeysRequest.js';
import type { ListSecretKeysResponse as _identity_v1_ListSecretKeysResponse, ListSecretKeysResponse__Output as _identity_v1_ListSecretKeysResponse__Output } from '../../identity/v1/ListSecretKeysResponse.js';
import type { LookAtIssuerRequest as _identity_v1_LookAtIssuerRequest, LookAtIssuerRequest__Output as _identity_v1_LookAtIssuerRequest__Output } from '../../identity/v1/LookAtIssuerRequest.js';
import type { LookAtIssuerResponse as _identity_v1_LookAtIssuerResponse, LookAtIssuerResponse__Output as _identity_v1_LookAtIssuerResponse__Output } from '../../identity/v1/LookAtIssuerResponse.js';
import type { Member as _identity_v1_Member, Member__Output as _identity_v1_Member__Output } from '../../identity/v1/Member.js';
import type { NamePeopleRequest as _identity_v1_NamePeopleRequest, NamePeopleRequest__Output as _identity_v1_NamePeopleRequest__Output } from '../../identity/v1/NamePeopleRequest.js';
import type { NamePeopleResponse as _identity_v1_NamePeopleResponse, NamePeopleResponse__Output as _identity_v1_NamePeopleResponse__Output } from '../../identity/v1/NamePeopleResponse.js';
import type { NewSession as _identity_v1_NewSession, NewSession__Output as _identity_v1_NewSession__Output } from '../../identity/v1/NewSession.js';
import type { OfChangeRequest as _identity_v1_OfChangeRequest, OfChangeRequest__Output as _identity_v1_OfChangeRequest__Output } from '../../identity/v1/OfChangeRequest.js';
import type { OwnAccess as _identity_v1_OwnAccess, OwnAccess__Output as _identity_v1_OwnAccess__Output } from '../../identity/v1/OwnAccess.js';
import type { Passkey as _identity_v1_Passkey, Passkey__Output as _identity_v1_Passkey__Output } from '../../identity/v1/Passkey.js';
import type { Provider as _identity_v1_Provider, Provider__Output as _identity_v1_Provider__Output } from '../../identity/v1/Provider.js';
import type { PublishRootDocumentRequest as _identity_v1_PublishRootDocumentRequest, PublishRootDocumentRequest__Output as _identity_v1_PublishRootDocumentRequest__Output } from '../../identity/v1/PublishRootDocumentRequest.js';
import type { PublishRootDocumentResponse as _identity_v1_PublishRootDocumentResponse, PublishRootDocumentResponse__Output as _identity_v1_PublishRootDocumentResponse__Output } from '../../identity/v1/PublishRootDocumentResponse.js';
import type { RefreshKeySetRequest as _identity_v1_RefreshKeySetRequest, RefreshKeySetRequest__Output as _identity_v1_RefreshKeySetRequest__Output } from '../../identity/v1/RefreshKeySetRequest.js';
import type { RefreshKeySetResponse as _identity_v1_RefreshKeySetResponse, RefreshKeySetResponse__Output as _identity_v1_RefreshKeySetResponse__Output } from '../../identity/v1/RefreshKeySetResponse.js';
import type { RefreshProviderRequest as _identity_v1_RefreshProviderRequest, RefreshProviderRequest__Output as _identity_v1_RefreshProviderRequest__Output } from '../../identity/v1/RefreshProviderRequest.js';
import type { RefreshProviderResponse as _identity_v1_RefreshProviderResponse, RefreshProviderResponse__Output as _identity_v1_RefreshProviderResponse__Output } from '../../identity/v1/RefreshProviderResponse.js';
import type { RemoveMemberRequest as _identity_v1_RemoveMemberRequest, RemoveMemberRequest__Output as _identity_v1_RemoveMemberRequest__Output } from '../../identity/v1/RemoveMemberRequest.js';
import type { RemoveMemberResponse as _identity_v1_RemoveMemberResponse, RemoveMemberResponse__Output as _identity_v1_RemoveMemberResponse__Output } from '../../identity/v1/RemoveMemberResponse.js';
import type { RemovePasskeyRequest as _identity_v1_RemovePasskeyRequest, RemovePasskeyRequest__Output as _identity_v1_RemovePasskeyRequest__Output } from '../../identity/v1/RemovePasskeyRequest.js';
import type { RemovePasskeyResponse as _identity_v1_RemovePasskeyResponse, RemovePasskeyResponse__Output as _identity_v1_RemovePasskeyResponse__Output } from '../../identity/v1/RemovePasskeyResponse.js';
import type { RenewInvitationRequest as _identity_v1_RenewInvitationRequest, RenewInvitationRequest__Output as _identity_v1_RenewInvitationRequest__Output } from '../../identity/v1/RenewInvitationRequest.js';
import type { ReplyFrames as _call_stream_v1_ReplyFrames, ReplyFrames__Output as _call_stream_v1_ReplyFrames__Output } from '../../call_stream/v1/ReplyFrames.js';
import type { RevokeSecretKeyRequest as _identity_v1_RevokeSecretKeyRequest, RevokeSecretKeyRequest__Output as _identity_v1_RevokeSecretKeyRequest__Output } from '../../identity/v1/RevokeSecretKeyRequest.js';
import type { RevokeSecretKeyResponse as _identity_v1_RevokeSecretKeyResponse, RevokeSecretKeyResponse__Output as _identity_v1_RevokeSecretKeyResponse__Output } from '../../identity/v1/RevokeSecretKeyResponse.js';
import type { SecretKey as _identity_v1_SecretKey, SecretKey__Output as _identity_v1_SecretKey__Output } from '../../identity/v1/SecretKey.js';
import type { SetApprovalRuleRequest as _identity_v1_SetApprovalRuleRequest, SetApprovalRuleRequest__Output as _identity_v1_SetApprovalRuleRequest__Output } from '../../identity/v1/SetApprovalRuleRequest.js';
import type { SignInRequest as _identity_v1_SignInRequest, SignInRequest__Output as _identity_v1_SignInRequest__Output } from '../../identity/v1/SignInRequest.js';
import type { StepUpRequest as _identity_v1_StepUpRequest, StepUpRequest__Output as _identity_v1_StepUpRequest__Output } from '../../identity/v1/StepUpRequest.js';
import type { StepUpResponse as _identity_v1_StepUpResponse, StepUpResponse__Output as _identity_v1_StepUpResponse__Output } from '../../identity/v1/StepUpResponse.js';
import type { SubmitApplicationDocumentRequest as _identity_v1_SubmitApplicationDocumentRequest, SubmitApplicationDocumentRequest__Output as _identity_v1_SubmitApplicationDocumentRequest__Output } from '../../identity/v1/SubmitApplicationDocumentRequest.js';
import type { UpdateApplicationRequest as _identity_v1_UpdateApplicationRequest, UpdateApplicationRequest__Output as _identity_v1_UpdateApplicationRequest__Output } from '../../identity/v1/UpdateApplicationRequest.js';
import type { UpdateMemberRequest as _identity_v1_UpdateMemberRequest, UpdateMemberRequest__Output as _identity_v1_UpdateMemberRequest__Output } from '../../identity/v1/UpdateMemberRequest.js';
import type { UpdateProviderRequest as _identity_v1_UpdateProviderRequest, UpdateProviderRequest__Output as _identity_v1_UpdateProviderRequest__Output } from '../../identity/v1/UpdateProviderRequest.js';
import type { UpdateSecretKeyRequest as _identity_v1_UpdateSecretKeyRequest, UpdateSecretKeyRequest__Output as _identity_v1_UpdateSecretKeyRequest__Output } from '../../identity/v1/UpdateSecretKeyRequest.js';
import type { VouchForApproverRequest as _identity_v1_VouchForApproverRequest, VouchForApproverRequest__Output as _identity_v1_VouchForApproverRequest__Output } from '../../identity/v1/VouchForApproverRequest.js';
import type { VouchForApproverResponse as _identity_v1_VouchForApproverResponse, VouchForApproverResponse__Output as _identity_v1_VouchForApproverResponse__Output } from '../../identity/v1/VouchForApproverResponse.js';

export interface IdentityClient extends grpc.Client {
  AcceptInvitation(argument: _identity_v1_AcceptInvitationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_NewSession__Output>): grpc.ClientUnaryCall;
  AcceptInvitation(argument: _identity_v1_AcceptInvitationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_NewSession__Output>): grpc.ClientUnaryCall;
  AcceptInvitation(argument: _identity_v1_AcceptInvitationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_NewSession__Output>): grpc.ClientUnaryCall;
  AcceptInvitation(argument: _identity_v1_AcceptInvitationRequest, callback: grpc.requestCallback<_identity_v1_NewSession__Output>): grpc.ClientUnaryCall;
  acceptInvitation(argument: _identity_v1_AcceptInvitationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_NewSession__Output>): grpc.ClientUnaryCall;
  acceptInvitation(argument: _identity_v1_AcceptInvitationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_NewSession__Output>): grpc.ClientUnaryCall;
  acceptInvitation(argument: _identity_v1_AcceptInvitationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_NewSession__Output>): grpc.ClientUnaryCall;
  acceptInvitation(argument: _identity_v1_AcceptInvitationRequest, callback: grpc.requestCallback<_identity_v1_NewSession__Output>): grpc.ClientUnaryCall;
  
  AddMember(argument: _identity_v1_AddMemberRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  AddMember(argument: _identity_v1_AddMemberRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  AddMember(argument: _identity_v1_AddMemberRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  AddMember(argument: _identity_v1_AddMemberRequest, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  addMember(argument: _identity_v1_AddMemberRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  addMember(argument: _identity_v1_AddMemberRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  addMember(argument: _identity_v1_AddMemberRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  addMember(argument: _identity_v1_AddMemberRequest, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  
  AddPasskey(argument: _identity_v1_AddPasskeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Passkey__Output>): grpc.ClientUnaryCall;
  AddPasskey(argument: _identity_v1_AddPasskeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_Passkey__Output>): grpc.ClientUnaryCall;
  AddPasskey(argument: _identity_v1_AddPasskeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Passkey__Output>): grpc.ClientUnaryCall;
  AddPasskey(argument: _identity_v1_AddPasskeyRequest, callback: grpc.requestCallback<_identity_v1_Passkey__Output>): grpc.ClientUnaryCall;
  addPasskey(argument: _identity_v1_AddPasskeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Passkey__Output>): grpc.ClientUnaryCall;
  addPasskey(argument: _identity_v1_AddPasskeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_Passkey__Output>): grpc.ClientUnaryCall;
  addPasskey(argument: _identity_v1_AddPasskeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Passkey__Output>): grpc.ClientUnaryCall;
  addPasskey(argument: _identity_v1_AddPasskeyRequest, callback: grpc.requestCallback<_identity_v1_Passkey__Output>): grpc.ClientUnaryCall;
  
  ApproveChange(argument: _identity_v1_DecideChangeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  ApproveChange(argument: _identity_v1_DecideChangeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  ApproveChange(argument: _identity_v1_DecideChangeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  ApproveChange(argument: _identity_v1_DecideChangeRequest, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  approveChange(argument: _identity_v1_DecideChangeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  approveChange(argument: _identity_v1_DecideChangeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  approveChange(argument: _identity_v1_DecideChangeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  approveChange(argument: _identity_v1_DecideChangeRequest, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  
  AskForChange(argument: _identity_v1_AskForChangeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  AskForChange(argument: _identity_v1_AskForChangeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  AskForChange(argument: _identity_v1_AskForChangeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  AskForChange(argument: _identity_v1_AskForChangeRequest, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  askForChange(argument: _identity_v1_AskForChangeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  askForChange(argument: _identity_v1_AskForChangeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  askForChange(argument: _identity_v1_AskForChangeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  askForChange(argument: _identity_v1_AskForChangeRequest, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  
  AuthenticateOperator(argument: _identity_v1_AuthenticateOperatorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AuthenticateOperatorResponse__Output>): grpc.ClientUnaryCall;
  AuthenticateOperator(argument: _identity_v1_AuthenticateOperatorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_AuthenticateOperatorResponse__Output>): grpc.ClientUnaryCall;
  AuthenticateOperator(argument: _identity_v1_AuthenticateOperatorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AuthenticateOperatorResponse__Output>): grpc.ClientUnaryCall;
  AuthenticateOperator(argument: _identity_v1_AuthenticateOperatorRequest, callback: grpc.requestCallback<_identity_v1_AuthenticateOperatorResponse__Output>): grpc.ClientUnaryCall;
  authenticateOperator(argument: _identity_v1_AuthenticateOperatorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AuthenticateOperatorResponse__Output>): grpc.ClientUnaryCall;
  authenticateOperator(argument: _identity_v1_AuthenticateOperatorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_AuthenticateOperatorResponse__Output>): grpc.ClientUnaryCall;
  authenticateOperator(argument: _identity_v1_AuthenticateOperatorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AuthenticateOperatorResponse__Output>): grpc.ClientUnaryCall;
  authenticateOperator(argument: _identity_v1_AuthenticateOperatorRequest, callback: grpc.requestCallback<_identity_v1_AuthenticateOperatorResponse__Output>): grpc.ClientUnaryCall;
  
  AuthenticateSecretKey(argument: _identity_v1_AuthenticateSecretKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AuthenticateSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  AuthenticateSecretKey(argument: _identity_v1_AuthenticateSecretKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_AuthenticateSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  AuthenticateSecretKey(argument: _identity_v1_AuthenticateSecretKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AuthenticateSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  AuthenticateSecretKey(argument: _identity_v1_AuthenticateSecretKeyRequest, callback: grpc.requestCallback<_identity_v1_AuthenticateSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  authenticateSecretKey(argument: _identity_v1_AuthenticateSecretKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AuthenticateSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  authenticateSecretKey(argument: _identity_v1_AuthenticateSecretKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_AuthenticateSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  authenticateSecretKey(argument: _identity_v1_AuthenticateSecretKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AuthenticateSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  authenticateSecretKey(argument: _identity_v1_AuthenticateSecretKeyRequest, callback: grpc.requestCallback<_identity_v1_AuthenticateSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  
  AuthenticateSession(argument: _identity_v1_AuthenticateSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AuthenticateSessionResponse__Output>): grpc.ClientUnaryCall;
  AuthenticateSession(argument: _identity_v1_AuthenticateSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_AuthenticateSessionResponse__Output>): grpc.ClientUnaryCall;
  AuthenticateSession(argument: _identity_v1_AuthenticateSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AuthenticateSessionResponse__Output>): grpc.ClientUnaryCall;
  AuthenticateSession(argument: _identity_v1_AuthenticateSessionRequest, callback: grpc.requestCallback<_identity_v1_AuthenticateSessionResponse__Output>): grpc.ClientUnaryCall;
  authenticateSession(argument: _identity_v1_AuthenticateSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AuthenticateSessionResponse__Output>): grpc.ClientUnaryCall;
  authenticateSession(argument: _identity_v1_AuthenticateSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_AuthenticateSessionResponse__Output>): grpc.ClientUnaryCall;
  authenticateSession(argument: _identity_v1_AuthenticateSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AuthenticateSessionResponse__Output>): grpc.ClientUnaryCall;
  authenticateSession(argument: _identity_v1_AuthenticateSessionRequest, callback: grpc.requestCallback<_identity_v1_AuthenticateSessionResponse__Output>): grpc.ClientUnaryCall;
  
  AuthenticateUser(argument: _identity_v1_AuthenticateUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AuthenticateUserResponse__Output>): grpc.ClientUnaryCall;
  AuthenticateUser(argument: _identity_v1_AuthenticateUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_AuthenticateUserResponse__Output>): grpc.ClientUnaryCall;
  AuthenticateUser(argument: _identity_v1_AuthenticateUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AuthenticateUserResponse__Output>): grpc.ClientUnaryCall;
  AuthenticateUser(argument: _identity_v1_AuthenticateUserRequest, callback: grpc.requestCallback<_identity_v1_AuthenticateUserResponse__Output>): grpc.ClientUnaryCall;
  authenticateUser(argument: _identity_v1_AuthenticateUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AuthenticateUserResponse__Output>): grpc.ClientUnaryCall;
  authenticateUser(argument: _identity_v1_AuthenticateUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_AuthenticateUserResponse__Output>): grpc.ClientUnaryCall;
  authenticateUser(argument: _identity_v1_AuthenticateUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AuthenticateUserResponse__Output>): grpc.ClientUnaryCall;
  authenticateUser(argument: _identity_v1_AuthenticateUserRequest, callback: grpc.requestCallback<_identity_v1_AuthenticateUserResponse__Output>): grpc.ClientUnaryCall;
  
  BeginChange(argument: _identity_v1_OfChangeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_BeginChangeResponse__Output>): grpc.ClientUnaryCall;
  BeginChange(argument: _identity_v1_OfChangeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_BeginChangeResponse__Output>): grpc.ClientUnaryCall;
  BeginChange(argument: _identity_v1_OfChangeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_BeginChangeResponse__Output>): grpc.ClientUnaryCall;
  BeginChange(argument: _identity_v1_OfChangeRequest, callback: grpc.requestCallback<_identity_v1_BeginChangeResponse__Output>): grpc.ClientUnaryCall;
  beginChange(argument: _identity_v1_OfChangeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_BeginChangeResponse__Output>): grpc.ClientUnaryCall;
  beginChange(argument: _identity_v1_OfChangeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_BeginChangeResponse__Output>): grpc.ClientUnaryCall;
  beginChange(argument: _identity_v1_OfChangeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_BeginChangeResponse__Output>): grpc.ClientUnaryCall;
  beginChange(argument: _identity_v1_OfChangeRequest, callback: grpc.requestCallback<_identity_v1_BeginChangeResponse__Output>): grpc.ClientUnaryCall;
  
  Calls(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  Calls(options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  calls(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  calls(options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  
  CreateApplication(argument: _identity_v1_CreateApplicationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_CreateApplicationResponse__Output>): grpc.ClientUnaryCall;
  CreateApplication(argument: _identity_v1_CreateApplicationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_CreateApplicationResponse__Output>): grpc.ClientUnaryCall;
  CreateApplication(argument: _identity_v1_CreateApplicationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_CreateApplicationResponse__Output>): grpc.ClientUnaryCall;
  CreateApplication(argument: _identity_v1_CreateApplicationRequest, callback: grpc.requestCallback<_identity_v1_CreateApplicationResponse__Output>): grpc.ClientUnaryCall;
  createApplication(argument: _identity_v1_CreateApplicationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_CreateApplicationResponse__Output>): grpc.ClientUnaryCall;
  createApplication(argument: _identity_v1_CreateApplicationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_CreateApplicationResponse__Output>): grpc.ClientUnaryCall;
  createApplication(argument: _identity_v1_CreateApplicationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_CreateApplicationResponse__Output>): grpc.ClientUnaryCall;
  createApplication(argument: _identity_v1_CreateApplicationRequest, callback: grpc.requestCallback<_identity_v1_CreateApplicationResponse__Output>): grpc.ClientUnaryCall;
  
  CreateApprovalChallenge(argument: _identity_v1_DecideChangeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_CreateChallengeResponse__Output>): grpc.ClientUnaryCall;
  CreateApprovalChallenge(argument: _identity_v1_DecideChangeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_CreateChallengeResponse__Output>): grpc.ClientUnaryCall;
  CreateApprovalChallenge(argument: _identity_v1_DecideChangeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_CreateChallengeResponse__Output>): grpc.ClientUnaryCall;
  CreateApprovalChallenge(argument: _identity_v1_DecideChangeRequest, callback: grpc.requestCallback<_identity_v1_CreateChallengeResponse__Output>): grpc.ClientUnaryCall;
  createApprovalChallenge(argument: _identity_v1_DecideChangeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_CreateChallengeResponse__Output>): grpc.ClientUnaryCall;
  createApprovalChallenge(argument: _identity_v1_DecideChangeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_CreateChallengeResponse__Output>): grpc.ClientUnaryCall;
  createApprovalChallenge(argument: _identity_v1_DecideChangeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_CreateChallengeResponse__Output>): grpc.ClientUnaryCall;
  createApprovalChallenge(argument: _identity_v1_DecideChangeRequest, callback: grpc.requestCallback<_identity_v1_CreateChallengeResponse__Output>): grpc.ClientUnaryCall;
  
  CreateChallenge(argument: _identity_v1_CreateChallengeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_CreateChallengeResponse__Output>): grpc.ClientUnaryCall;
  CreateChallenge(argument: _identity_v1_CreateChallengeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_CreateChallengeResponse__Output>): grpc.ClientUnaryCall;
  CreateChallenge(argument: _identity_v1_CreateChallengeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_CreateChallengeResponse__Output>): grpc.ClientUnaryCall;
  CreateChallenge(argument: _identity_v1_CreateChallengeRequest, callback: grpc.requestCallback<_identity_v1_CreateChallengeResponse__Output>): grpc.ClientUnaryCall;
  createChallenge(argument: _identity_v1_CreateChallengeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_CreateChallengeResponse__Output>): grpc.ClientUnaryCall;
  createChallenge(argument: _identity_v1_CreateChallengeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_CreateChallengeResponse__Output>): grpc.ClientUnaryCall;
  createChallenge(argument: _identity_v1_CreateChallengeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_CreateChallengeResponse__Output>): grpc.ClientUnaryCall;
  createChallenge(argument: _identity_v1_CreateChallengeRequest, callback: grpc.requestCallback<_identity_v1_CreateChallengeResponse__Output>): grpc.ClientUnaryCall;
  
  CreateProvider(argument: _identity_v1_CreateProviderRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  CreateProvider(argument: _identity_v1_CreateProviderRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  CreateProvider(argument: _identity_v1_CreateProviderRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  CreateProvider(argument: _identity_v1_CreateProviderRequest, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  createProvider(argument: _identity_v1_CreateProviderRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  createProvider(argument: _identity_v1_CreateProviderRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  createProvider(argument: _identity_v1_CreateProviderRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  createProvider(argument: _identity_v1_CreateProviderRequest, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  
  CreateSecretKey(argument: _identity_v1_CreateSecretKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_CreateSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  CreateSecretKey(argument: _identity_v1_CreateSecretKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_CreateSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  CreateSecretKey(argument: _identity_v1_CreateSecretKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_CreateSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  CreateSecretKey(argument: _identity_v1_CreateSecretKeyRequest, callback: grpc.requestCallback<_identity_v1_CreateSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  createSecretKey(argument: _identity_v1_CreateSecretKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_CreateSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  createSecretKey(argument: _identity_v1_CreateSecretKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_CreateSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  createSecretKey(argument: _identity_v1_CreateSecretKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_CreateSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  createSecretKey(argument: _identity_v1_CreateSecretKeyRequest, callback: grpc.requestCallback<_identity_v1_CreateSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  
  DeclineChange(argument: _identity_v1_DecideChangeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  DeclineChange(argument: _identity_v1_DecideChangeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  DeclineChange(argument: _identity_v1_DecideChangeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  DeclineChange(argument: _identity_v1_DecideChangeRequest, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  declineChange(argument: _identity_v1_DecideChangeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  declineChange(argument: _identity_v1_DecideChangeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  declineChange(argument: _identity_v1_DecideChangeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  declineChange(argument: _identity_v1_DecideChangeRequest, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  
  DeleteProvider(argument: _identity_v1_DeleteProviderRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_DeleteProviderResponse__Output>): grpc.ClientUnaryCall;
  DeleteProvider(argument: _identity_v1_DeleteProviderRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_DeleteProviderResponse__Output>): grpc.ClientUnaryCall;
  DeleteProvider(argument: _identity_v1_DeleteProviderRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_DeleteProviderResponse__Output>): grpc.ClientUnaryCall;
  DeleteProvider(argument: _identity_v1_DeleteProviderRequest, callback: grpc.requestCallback<_identity_v1_DeleteProviderResponse__Output>): grpc.ClientUnaryCall;
  deleteProvider(argument: _identity_v1_DeleteProviderRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_DeleteProviderResponse__Output>): grpc.ClientUnaryCall;
  deleteProvider(argument: _identity_v1_DeleteProviderRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_DeleteProviderResponse__Output>): grpc.ClientUnaryCall;
  deleteProvider(argument: _identity_v1_DeleteProviderRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_DeleteProviderResponse__Output>): grpc.ClientUnaryCall;
  deleteProvider(argument: _identity_v1_DeleteProviderRequest, callback: grpc.requestCallback<_identity_v1_DeleteProviderResponse__Output>): grpc.ClientUnaryCall;
  
  DisablePerson(argument: _identity_v1_DisablePersonRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_DisablePersonResponse__Output>): grpc.ClientUnaryCall;
  DisablePerson(argument: _identity_v1_DisablePersonRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_DisablePersonResponse__Output>): grpc.ClientUnaryCall;
  DisablePerson(argument: _identity_v1_DisablePersonRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_DisablePersonResponse__Output>): grpc.ClientUnaryCall;
  DisablePerson(argument: _identity_v1_DisablePersonRequest, callback: grpc.requestCallback<_identity_v1_DisablePersonResponse__Output>): grpc.ClientUnaryCall;
  disablePerson(argument: _identity_v1_DisablePersonRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_DisablePersonResponse__Output>): grpc.ClientUnaryCall;
  disablePerson(argument: _identity_v1_DisablePersonRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_DisablePersonResponse__Output>): grpc.ClientUnaryCall;
  disablePerson(argument: _identity_v1_DisablePersonRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_DisablePersonResponse__Output>): grpc.ClientUnaryCall;
  disablePerson(argument: _identity_v1_DisablePersonRequest, callback: grpc.requestCallback<_identity_v1_DisablePersonResponse__Output>): grpc.ClientUnaryCall;
  
  EndChange(argument: _identity_v1_EndChangeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  EndChange(argument: _identity_v1_EndChangeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  EndChange(argument: _identity_v1_EndChangeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  EndChange(argument: _identity_v1_EndChangeRequest, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  endChange(argument: _identity_v1_EndChangeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  endChange(argument: _identity_v1_EndChangeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  endChange(argument: _identity_v1_EndChangeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  endChange(argument: _identity_v1_EndChangeRequest, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  
  EndSession(argument: _identity_v1_EndSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_EndSessionResponse__Output>): grpc.ClientUnaryCall;
  EndSession(argument: _identity_v1_EndSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_EndSessionResponse__Output>): grpc.ClientUnaryCall;
  EndSession(argument: _identity_v1_EndSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_EndSessionResponse__Output>): grpc.ClientUnaryCall;
  EndSession(argument: _identity_v1_EndSessionRequest, callback: grpc.requestCallback<_identity_v1_EndSessionResponse__Output>): grpc.ClientUnaryCall;
  endSession(argument: _identity_v1_EndSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_EndSessionResponse__Output>): grpc.ClientUnaryCall;
  endSession(argument: _identity_v1_EndSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_EndSessionResponse__Output>): grpc.ClientUnaryCall;
  endSession(argument: _identity_v1_EndSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_EndSessionResponse__Output>): grpc.ClientUnaryCall;
  endSession(argument: _identity_v1_EndSessionRequest, callback: grpc.requestCallback<_identity_v1_EndSessionResponse__Output>): grpc.ClientUnaryCall;
  
  FindProviders(argument: _identity_v1_FindProvidersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_FindProvidersResponse__Output>): grpc.ClientUnaryCall;
  FindProviders(argument: _identity_v1_FindProvidersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_FindProvidersResponse__Output>): grpc.ClientUnaryCall;
  FindProviders(argument: _identity_v1_FindProvidersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_FindProvidersResponse__Output>): grpc.ClientUnaryCall;
  FindProviders(argument: _identity_v1_FindProvidersRequest, callback: grpc.requestCallback<_identity_v1_FindProvidersResponse__Output>): grpc.ClientUnaryCall;
  findProviders(argument: _identity_v1_FindProvidersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_FindProvidersResponse__Output>): grpc.ClientUnaryCall;
  findProviders(argument: _identity_v1_FindProvidersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_FindProvidersResponse__Output>): grpc.ClientUnaryCall;
  findProviders(argument: _identity_v1_FindProvidersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_FindProvidersResponse__Output>): grpc.ClientUnaryCall;
  findProviders(argument: _identity_v1_FindProvidersRequest, callback: grpc.requestCallback<_identity_v1_FindProvidersResponse__Output>): grpc.ClientUnaryCall;
  
  ForgetChanges(argument: _change_v1_ForgetChangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  ForgetChanges(argument: _change_v1_ForgetChangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  ForgetChanges(argument: _change_v1_ForgetChangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  ForgetChanges(argument: _change_v1_ForgetChangesRequest, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  forgetChanges(argument: _change_v1_ForgetChangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  forgetChanges(argument: _change_v1_ForgetChangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  forgetChanges(argument: _change_v1_ForgetChangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  forgetChanges(argument: _change_v1_ForgetChangesRequest, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  
  GetAllowedOrigins(argument: _identity_v1_GetAllowedOriginsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_GetAllowedOriginsResponse__Output>): grpc.ClientUnaryCall;
  GetAllowedOrigins(argument: _identity_v1_GetAllowedOriginsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_GetAllowedOriginsResponse__Output>): grpc.ClientUnaryCall;
  GetAllowedOrigins(argument: _identity_v1_GetAllowedOriginsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_GetAllowedOriginsResponse__Output>): grpc.ClientUnaryCall;
  GetAllowedOrigins(argument: _identity_v1_GetAllowedOriginsRequest, callback: grpc.requestCallback<_identity_v1_GetAllowedOriginsResponse__Output>): grpc.ClientUnaryCall;
  getAllowedOrigins(argument: _identity_v1_GetAllowedOriginsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_GetAllowedOriginsResponse__Output>): grpc.ClientUnaryCall;
  getAllowedOrigins(argument: _identity_v1_GetAllowedOriginsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_GetAllowedOriginsResponse__Output>): grpc.ClientUnaryCall;
  getAllowedOrigins(argument: _identity_v1_GetAllowedOriginsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_GetAllowedOriginsResponse__Output>): grpc.ClientUnaryCall;
  getAllowedOrigins(argument: _identity_v1_GetAllowedOriginsRequest, callback: grpc.requestCallback<_identity_v1_GetAllowedOriginsResponse__Output>): grpc.ClientUnaryCall;
  
  GetApplication(argument: _identity_v1_GetApplicationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Application__Output>): grpc.ClientUnaryCall;
  GetApplication(argument: _identity_v1_GetApplicationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_Application__Output>): grpc.ClientUnaryCall;
  GetApplication(argument: _identity_v1_GetApplicationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Application__Output>): grpc.ClientUnaryCall;
  GetApplication(argument: _identity_v1_GetApplicationRequest, callback: grpc.requestCallback<_identity_v1_Application__Output>): grpc.ClientUnaryCall;
  getApplication(argument: _identity_v1_GetApplicationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Application__Output>): grpc.ClientUnaryCall;
  getApplication(argument: _identity_v1_GetApplicationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_Application__Output>): grpc.ClientUnaryCall;
  getApplication(argument: _identity_v1_GetApplicationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Application__Output>): grpc.ClientUnaryCall;
  getApplication(argument: _identity_v1_GetApplicationRequest, callback: grpc.requestCallback<_identity_v1_Application__Output>): grpc.ClientUnaryCall;
  
  GetApplicationDocument(argument: _identity_v1_GetApplicationDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApplicationDocument__Output>): grpc.ClientUnaryCall;
  GetApplicationDocument(argument: _identity_v1_GetApplicationDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ApplicationDocument__Output>): grpc.ClientUnaryCall;
  GetApplicationDocument(argument: _identity_v1_GetApplicationDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApplicationDocument__Output>): grpc.ClientUnaryCall;
  GetApplicationDocument(argument: _identity_v1_GetApplicationDocumentRequest, callback: grpc.requestCallback<_identity_v1_ApplicationDocument__Output>): grpc.ClientUnaryCall;
  getApplicationDocument(argument: _identity_v1_GetApplicationDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApplicationDocument__Output>): grpc.ClientUnaryCall;
  getApplicationDocument(argument: _identity_v1_GetApplicationDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ApplicationDocument__Output>): grpc.ClientUnaryCall;
  getApplicationDocument(argument: _identity_v1_GetApplicationDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApplicationDocument__Output>): grpc.ClientUnaryCall;
  getApplicationDocument(argument: _identity_v1_GetApplicationDocumentRequest, callback: grpc.requestCallback<_identity_v1_ApplicationDocument__Output>): grpc.ClientUnaryCall;
  
  GetApprovalRule(argument: _identity_v1_GetApprovalRuleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApprovalRule__Output>): grpc.ClientUnaryCall;
  GetApprovalRule(argument: _identity_v1_GetApprovalRuleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ApprovalRule__Output>): grpc.ClientUnaryCall;
  GetApprovalRule(argument: _identity_v1_GetApprovalRuleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApprovalRule__Output>): grpc.ClientUnaryCall;
  GetApprovalRule(argument: _identity_v1_GetApprovalRuleRequest, callback: grpc.requestCallback<_identity_v1_ApprovalRule__Output>): grpc.ClientUnaryCall;
  getApprovalRule(argument: _identity_v1_GetApprovalRuleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApprovalRule__Output>): grpc.ClientUnaryCall;
  getApprovalRule(argument: _identity_v1_GetApprovalRuleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ApprovalRule__Output>): grpc.ClientUnaryCall;
  getApprovalRule(argument: _identity_v1_GetApprovalRuleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApprovalRule__Output>): grpc.ClientUnaryCall;
  getApprovalRule(argument: _identity_v1_GetApprovalRuleRequest, callback: grpc.requestCallback<_identity_v1_ApprovalRule__Output>): grpc.ClientUnaryCall;
  
  GetChangeRequest(argument: _identity_v1_OfChangeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  GetChangeRequest(argument: _identity_v1_OfChangeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  GetChangeRequest(argument: _identity_v1_OfChangeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  GetChangeRequest(argument: _identity_v1_OfChangeRequest, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  getChangeRequest(argument: _identity_v1_OfChangeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  getChangeRequest(argument: _identity_v1_OfChangeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  getChangeRequest(argument: _identity_v1_OfChangeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  getChangeRequest(argument: _identity_v1_OfChangeRequest, callback: grpc.requestCallback<_identity_v1_ChangeRequest__Output>): grpc.ClientUnaryCall;
  
  GetProvider(argument: _identity_v1_GetProviderRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  GetProvider(argument: _identity_v1_GetProviderRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  GetProvider(argument: _identity_v1_GetProviderRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  GetProvider(argument: _identity_v1_GetProviderRequest, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  getProvider(argument: _identity_v1_GetProviderRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  getProvider(argument: _identity_v1_GetProviderRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  getProvider(argument: _identity_v1_GetProviderRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  getProvider(argument: _identity_v1_GetProviderRequest, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  
  GetSession(argument: _identity_v1_GetSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OwnAccess__Output>): grpc.ClientUnaryCall;
  GetSession(argument: _identity_v1_GetSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_OwnAccess__Output>): grpc.ClientUnaryCall;
  GetSession(argument: _identity_v1_GetSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OwnAccess__Output>): grpc.ClientUnaryCall;
  GetSession(argument: _identity_v1_GetSessionRequest, callback: grpc.requestCallback<_identity_v1_OwnAccess__Output>): grpc.ClientUnaryCall;
  getSession(argument: _identity_v1_GetSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OwnAccess__Output>): grpc.ClientUnaryCall;
  getSession(argument: _identity_v1_GetSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_OwnAccess__Output>): grpc.ClientUnaryCall;
  getSession(argument: _identity_v1_GetSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OwnAccess__Output>): grpc.ClientUnaryCall;
  getSession(argument: _identity_v1_GetSessionRequest, callback: grpc.requestCallback<_identity_v1_OwnAccess__Output>): grpc.ClientUnaryCall;
  
  GetTrust(argument: _identity_v1_GetTrustRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_GetTrustResponse__Output>): grpc.ClientUnaryCall;
  GetTrust(argument: _identity_v1_GetTrustRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_GetTrustResponse__Output>): grpc.ClientUnaryCall;
  GetTrust(argument: _identity_v1_GetTrustRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_GetTrustResponse__Output>): grpc.ClientUnaryCall;
  GetTrust(argument: _identity_v1_GetTrustRequest, callback: grpc.requestCallback<_identity_v1_GetTrustResponse__Output>): grpc.ClientUnaryCall;
  getTrust(argument: _identity_v1_GetTrustRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_GetTrustResponse__Output>): grpc.ClientUnaryCall;
  getTrust(argument: _identity_v1_GetTrustRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_GetTrustResponse__Output>): grpc.ClientUnaryCall;
  getTrust(argument: _identity_v1_GetTrustRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_GetTrustResponse__Output>): grpc.ClientUnaryCall;
  getTrust(argument: _identity_v1_GetTrustRequest, callback: grpc.requestCallback<_identity_v1_GetTrustResponse__Output>): grpc.ClientUnaryCall;
  
  InvitePerson(argument: _identity_v1_InvitePersonRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  InvitePerson(argument: _identity_v1_InvitePersonRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  InvitePerson(argument: _identity_v1_InvitePersonRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  InvitePerson(argument: _identity_v1_InvitePersonRequest, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  invitePerson(argument: _identity_v1_InvitePersonRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  invitePerson(argument: _identity_v1_InvitePersonRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  invitePerson(argument: _identity_v1_InvitePersonRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  invitePerson(argument: _identity_v1_InvitePersonRequest, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  
  ListApplications(argument: _identity_v1_ListApplicationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListApplicationsResponse__Output>): grpc.ClientUnaryCall;
  ListApplications(argument: _identity_v1_ListApplicationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ListApplicationsResponse__Output>): grpc.ClientUnaryCall;
  ListApplications(argument: _identity_v1_ListApplicationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListApplicationsResponse__Output>): grpc.ClientUnaryCall;
  ListApplications(argument: _identity_v1_ListApplicationsRequest, callback: grpc.requestCallback<_identity_v1_ListApplicationsResponse__Output>): grpc.ClientUnaryCall;
  listApplications(argument: _identity_v1_ListApplicationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListApplicationsResponse__Output>): grpc.ClientUnaryCall;
  listApplications(argument: _identity_v1_ListApplicationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ListApplicationsResponse__Output>): grpc.ClientUnaryCall;
  listApplications(argument: _identity_v1_ListApplicationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListApplicationsResponse__Output>): grpc.ClientUnaryCall;
  listApplications(argument: _identity_v1_ListApplicationsRequest, callback: grpc.requestCallback<_identity_v1_ListApplicationsResponse__Output>): grpc.ClientUnaryCall;
  
  ListChangeRequests(argument: _identity_v1_ListChangeRequestsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListChangeRequestsResponse__Output>): grpc.ClientUnaryCall;
  ListChangeRequests(argument: _identity_v1_ListChangeRequestsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ListChangeRequestsResponse__Output>): grpc.ClientUnaryCall;
  ListChangeRequests(argument: _identity_v1_ListChangeRequestsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListChangeRequestsResponse__Output>): grpc.ClientUnaryCall;
  ListChangeRequests(argument: _identity_v1_ListChangeRequestsRequest, callback: grpc.requestCallback<_identity_v1_ListChangeRequestsResponse__Output>): grpc.ClientUnaryCall;
  listChangeRequests(argument: _identity_v1_ListChangeRequestsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListChangeRequestsResponse__Output>): grpc.ClientUnaryCall;
  listChangeRequests(argument: _identity_v1_ListChangeRequestsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ListChangeRequestsResponse__Output>): grpc.ClientUnaryCall;
  listChangeRequests(argument: _identity_v1_ListChangeRequestsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListChangeRequestsResponse__Output>): grpc.ClientUnaryCall;
  listChangeRequests(argument: _identity_v1_ListChangeRequestsRequest, callback: grpc.requestCallback<_identity_v1_ListChangeRequestsResponse__Output>): grpc.ClientUnaryCall;
  
  ListChanges(argument: _change_v1_ListChangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  ListChanges(argument: _change_v1_ListChangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  ListChanges(argument: _change_v1_ListChangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  ListChanges(argument: _change_v1_ListChangesRequest, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  listChanges(argument: _change_v1_ListChangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  listChanges(argument: _change_v1_ListChangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  listChanges(argument: _change_v1_ListChangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  listChanges(argument: _change_v1_ListChangesRequest, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  
  ListEvents(argument: _event_v1_ListEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _event_v1_ListEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _event_v1_ListEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _event_v1_ListEventsRequest, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _event_v1_ListEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _event_v1_ListEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _event_v1_ListEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _event_v1_ListEventsRequest, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  
  ListKeySets(argument: _identity_v1_ListKeySetsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListKeySetsResponse__Output>): grpc.ClientUnaryCall;
  ListKeySets(argument: _identity_v1_ListKeySetsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ListKeySetsResponse__Output>): grpc.ClientUnaryCall;
  ListKeySets(argument: _identity_v1_ListKeySetsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListKeySetsResponse__Output>): grpc.ClientUnaryCall;
  ListKeySets(argument: _identity_v1_ListKeySetsRequest, callback: grpc.requestCallback<_identity_v1_ListKeySetsResponse__Output>): grpc.ClientUnaryCall;
  listKeySets(argument: _identity_v1_ListKeySetsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListKeySetsResponse__Output>): grpc.ClientUnaryCall;
  listKeySets(argument: _identity_v1_ListKeySetsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ListKeySetsResponse__Output>): grpc.ClientUnaryCall;
  listKeySets(argument: _identity_v1_ListKeySetsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListKeySetsResponse__Output>): grpc.ClientUnaryCall;
  listKeySets(argument: _identity_v1_ListKeySetsRequest, callback: grpc.requestCallback<_identity_v1_ListKeySetsResponse__Output>): grpc.ClientUnaryCall;
  
  ListMembers(argument: _identity_v1_ListMembersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListMembersResponse__Output>): grpc.ClientUnaryCall;
  ListMembers(argument: _identity_v1_ListMembersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ListMembersResponse__Output>): grpc.ClientUnaryCall;
  ListMembers(argument: _identity_v1_ListMembersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListMembersResponse__Output>): grpc.ClientUnaryCall;
  ListMembers(argument: _identity_v1_ListMembersRequest, callback: grpc.requestCallback<_identity_v1_ListMembersResponse__Output>): grpc.ClientUnaryCall;
  listMembers(argument: _identity_v1_ListMembersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListMembersResponse__Output>): grpc.ClientUnaryCall;
  listMembers(argument: _identity_v1_ListMembersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ListMembersResponse__Output>): grpc.ClientUnaryCall;
  listMembers(argument: _identity_v1_ListMembersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListMembersResponse__Output>): grpc.ClientUnaryCall;
  listMembers(argument: _identity_v1_ListMembersRequest, callback: grpc.requestCallback<_identity_v1_ListMembersResponse__Output>): grpc.ClientUnaryCall;
  
  ListPeople(argument: _identity_v1_ListPeopleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListPeopleResponse__Output>): grpc.ClientUnaryCall;
  ListPeople(argument: _identity_v1_ListPeopleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ListPeopleResponse__Output>): grpc.ClientUnaryCall;
  ListPeople(argument: _identity_v1_ListPeopleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListPeopleResponse__Output>): grpc.ClientUnaryCall;
  ListPeople(argument: _identity_v1_ListPeopleRequest, callback: grpc.requestCallback<_identity_v1_ListPeopleResponse__Output>): grpc.ClientUnaryCall;
  listPeople(argument: _identity_v1_ListPeopleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListPeopleResponse__Output>): grpc.ClientUnaryCall;
  listPeople(argument: _identity_v1_ListPeopleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ListPeopleResponse__Output>): grpc.ClientUnaryCall;
  listPeople(argument: _identity_v1_ListPeopleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListPeopleResponse__Output>): grpc.ClientUnaryCall;
  listPeople(argument: _identity_v1_ListPeopleRequest, callback: grpc.requestCallback<_identity_v1_ListPeopleResponse__Output>): grpc.ClientUnaryCall;
  
  ListProviders(argument: _identity_v1_ListProvidersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListProvidersResponse__Output>): grpc.ClientUnaryCall;
  ListProviders(argument: _identity_v1_ListProvidersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ListProvidersResponse__Output>): grpc.ClientUnaryCall;
  ListProviders(argument: _identity_v1_ListProvidersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListProvidersResponse__Output>): grpc.ClientUnaryCall;
  ListProviders(argument: _identity_v1_ListProvidersRequest, callback: grpc.requestCallback<_identity_v1_ListProvidersResponse__Output>): grpc.ClientUnaryCall;
  listProviders(argument: _identity_v1_ListProvidersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListProvidersResponse__Output>): grpc.ClientUnaryCall;
  listProviders(argument: _identity_v1_ListProvidersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ListProvidersResponse__Output>): grpc.ClientUnaryCall;
  listProviders(argument: _identity_v1_ListProvidersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListProvidersResponse__Output>): grpc.ClientUnaryCall;
  listProviders(argument: _identity_v1_ListProvidersRequest, callback: grpc.requestCallback<_identity_v1_ListProvidersResponse__Output>): grpc.ClientUnaryCall;
  
  ListSecretKeys(argument: _identity_v1_ListSecretKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListSecretKeysResponse__Output>): grpc.ClientUnaryCall;
  ListSecretKeys(argument: _identity_v1_ListSecretKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ListSecretKeysResponse__Output>): grpc.ClientUnaryCall;
  ListSecretKeys(argument: _identity_v1_ListSecretKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListSecretKeysResponse__Output>): grpc.ClientUnaryCall;
  ListSecretKeys(argument: _identity_v1_ListSecretKeysRequest, callback: grpc.requestCallback<_identity_v1_ListSecretKeysResponse__Output>): grpc.ClientUnaryCall;
  listSecretKeys(argument: _identity_v1_ListSecretKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListSecretKeysResponse__Output>): grpc.ClientUnaryCall;
  listSecretKeys(argument: _identity_v1_ListSecretKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ListSecretKeysResponse__Output>): grpc.ClientUnaryCall;
  listSecretKeys(argument: _identity_v1_ListSecretKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ListSecretKeysResponse__Output>): grpc.ClientUnaryCall;
  listSecretKeys(argument: _identity_v1_ListSecretKeysRequest, callback: grpc.requestCallback<_identity_v1_ListSecretKeysResponse__Output>): grpc.ClientUnaryCall;
  
  LookAtIssuer(argument: _identity_v1_LookAtIssuerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_LookAtIssuerResponse__Output>): grpc.ClientUnaryCall;
  LookAtIssuer(argument: _identity_v1_LookAtIssuerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_LookAtIssuerResponse__Output>): grpc.ClientUnaryCall;
  LookAtIssuer(argument: _identity_v1_LookAtIssuerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_LookAtIssuerResponse__Output>): grpc.ClientUnaryCall;
  LookAtIssuer(argument: _identity_v1_LookAtIssuerRequest, callback: grpc.requestCallback<_identity_v1_LookAtIssuerResponse__Output>): grpc.ClientUnaryCall;
  lookAtIssuer(argument: _identity_v1_LookAtIssuerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_LookAtIssuerResponse__Output>): grpc.ClientUnaryCall;
  lookAtIssuer(argument: _identity_v1_LookAtIssuerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_LookAtIssuerResponse__Output>): grpc.ClientUnaryCall;
  lookAtIssuer(argument: _identity_v1_LookAtIssuerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_LookAtIssuerResponse__Output>): grpc.ClientUnaryCall;
  lookAtIssuer(argument: _identity_v1_LookAtIssuerRequest, callback: grpc.requestCallback<_identity_v1_LookAtIssuerResponse__Output>): grpc.ClientUnaryCall;
  
  NamePeople(argument: _identity_v1_NamePeopleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_NamePeopleResponse__Output>): grpc.ClientUnaryCall;
  NamePeople(argument: _identity_v1_NamePeopleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_NamePeopleResponse__Output>): grpc.ClientUnaryCall;
  NamePeople(argument: _identity_v1_NamePeopleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_NamePeopleResponse__Output>): grpc.ClientUnaryCall;
  NamePeople(argument: _identity_v1_NamePeopleRequest, callback: grpc.requestCallback<_identity_v1_NamePeopleResponse__Output>): grpc.ClientUnaryCall;
  namePeople(argument: _identity_v1_NamePeopleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_NamePeopleResponse__Output>): grpc.ClientUnaryCall;
  namePeople(argument: _identity_v1_NamePeopleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_NamePeopleResponse__Output>): grpc.ClientUnaryCall;
  namePeople(argument: _identity_v1_NamePeopleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_NamePeopleResponse__Output>): grpc.ClientUnaryCall;
  namePeople(argument: _identity_v1_NamePeopleRequest, callback: grpc.requestCallback<_identity_v1_NamePeopleResponse__Output>): grpc.ClientUnaryCall;
  
  PublishRootDocument(argument: _identity_v1_PublishRootDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_PublishRootDocumentResponse__Output>): grpc.ClientUnaryCall;
  PublishRootDocument(argument: _identity_v1_PublishRootDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_PublishRootDocumentResponse__Output>): grpc.ClientUnaryCall;
  PublishRootDocument(argument: _identity_v1_PublishRootDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_PublishRootDocumentResponse__Output>): grpc.ClientUnaryCall;
  PublishRootDocument(argument: _identity_v1_PublishRootDocumentRequest, callback: grpc.requestCallback<_identity_v1_PublishRootDocumentResponse__Output>): grpc.ClientUnaryCall;
  publishRootDocument(argument: _identity_v1_PublishRootDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_PublishRootDocumentResponse__Output>): grpc.ClientUnaryCall;
  publishRootDocument(argument: _identity_v1_PublishRootDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_PublishRootDocumentResponse__Output>): grpc.ClientUnaryCall;
  publishRootDocument(argument: _identity_v1_PublishRootDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_PublishRootDocumentResponse__Output>): grpc.ClientUnaryCall;
  publishRootDocument(argument: _identity_v1_PublishRootDocumentRequest, callback: grpc.requestCallback<_identity_v1_PublishRootDocumentResponse__Output>): grpc.ClientUnaryCall;
  
  RefreshKeySet(argument: _identity_v1_RefreshKeySetRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RefreshKeySetResponse__Output>): grpc.ClientUnaryCall;
  RefreshKeySet(argument: _identity_v1_RefreshKeySetRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_RefreshKeySetResponse__Output>): grpc.ClientUnaryCall;
  RefreshKeySet(argument: _identity_v1_RefreshKeySetRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RefreshKeySetResponse__Output>): grpc.ClientUnaryCall;
  RefreshKeySet(argument: _identity_v1_RefreshKeySetRequest, callback: grpc.requestCallback<_identity_v1_RefreshKeySetResponse__Output>): grpc.ClientUnaryCall;
  refreshKeySet(argument: _identity_v1_RefreshKeySetRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RefreshKeySetResponse__Output>): grpc.ClientUnaryCall;
  refreshKeySet(argument: _identity_v1_RefreshKeySetRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_RefreshKeySetResponse__Output>): grpc.ClientUnaryCall;
  refreshKeySet(argument: _identity_v1_RefreshKeySetRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RefreshKeySetResponse__Output>): grpc.ClientUnaryCall;
  refreshKeySet(argument: _identity_v1_RefreshKeySetRequest, callback: grpc.requestCallback<_identity_v1_RefreshKeySetResponse__Output>): grpc.ClientUnaryCall;
  
  RefreshProvider(argument: _identity_v1_RefreshProviderRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RefreshProviderResponse__Output>): grpc.ClientUnaryCall;
  RefreshProvider(argument: _identity_v1_RefreshProviderRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_RefreshProviderResponse__Output>): grpc.ClientUnaryCall;
  RefreshProvider(argument: _identity_v1_RefreshProviderRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RefreshProviderResponse__Output>): grpc.ClientUnaryCall;
  RefreshProvider(argument: _identity_v1_RefreshProviderRequest, callback: grpc.requestCallback<_identity_v1_RefreshProviderResponse__Output>): grpc.ClientUnaryCall;
  refreshProvider(argument: _identity_v1_RefreshProviderRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RefreshProviderResponse__Output>): grpc.ClientUnaryCall;
  refreshProvider(argument: _identity_v1_RefreshProviderRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_RefreshProviderResponse__Output>): grpc.ClientUnaryCall;
  refreshProvider(argument: _identity_v1_RefreshProviderRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RefreshProviderResponse__Output>): grpc.ClientUnaryCall;
  refreshProvider(argument: _identity_v1_RefreshProviderRequest, callback: grpc.requestCallback<_identity_v1_RefreshProviderResponse__Output>): grpc.ClientUnaryCall;
  
  RemoveMember(argument: _identity_v1_RemoveMemberRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RemoveMemberResponse__Output>): grpc.ClientUnaryCall;
  RemoveMember(argument: _identity_v1_RemoveMemberRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_RemoveMemberResponse__Output>): grpc.ClientUnaryCall;
  RemoveMember(argument: _identity_v1_RemoveMemberRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RemoveMemberResponse__Output>): grpc.ClientUnaryCall;
  RemoveMember(argument: _identity_v1_RemoveMemberRequest, callback: grpc.requestCallback<_identity_v1_RemoveMemberResponse__Output>): grpc.ClientUnaryCall;
  removeMember(argument: _identity_v1_RemoveMemberRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RemoveMemberResponse__Output>): grpc.ClientUnaryCall;
  removeMember(argument: _identity_v1_RemoveMemberRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_RemoveMemberResponse__Output>): grpc.ClientUnaryCall;
  removeMember(argument: _identity_v1_RemoveMemberRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RemoveMemberResponse__Output>): grpc.ClientUnaryCall;
  removeMember(argument: _identity_v1_RemoveMemberRequest, callback: grpc.requestCallback<_identity_v1_RemoveMemberResponse__Output>): grpc.ClientUnaryCall;
  
  RemovePasskey(argument: _identity_v1_RemovePasskeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RemovePasskeyResponse__Output>): grpc.ClientUnaryCall;
  RemovePasskey(argument: _identity_v1_RemovePasskeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_RemovePasskeyResponse__Output>): grpc.ClientUnaryCall;
  RemovePasskey(argument: _identity_v1_RemovePasskeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RemovePasskeyResponse__Output>): grpc.ClientUnaryCall;
  RemovePasskey(argument: _identity_v1_RemovePasskeyRequest, callback: grpc.requestCallback<_identity_v1_RemovePasskeyResponse__Output>): grpc.ClientUnaryCall;
  removePasskey(argument: _identity_v1_RemovePasskeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RemovePasskeyResponse__Output>): grpc.ClientUnaryCall;
  removePasskey(argument: _identity_v1_RemovePasskeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_RemovePasskeyResponse__Output>): grpc.ClientUnaryCall;
  removePasskey(argument: _identity_v1_RemovePasskeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RemovePasskeyResponse__Output>): grpc.ClientUnaryCall;
  removePasskey(argument: _identity_v1_RemovePasskeyRequest, callback: grpc.requestCallback<_identity_v1_RemovePasskeyResponse__Output>): grpc.ClientUnaryCall;
  
  RenewInvitation(argument: _identity_v1_RenewInvitationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  RenewInvitation(argument: _identity_v1_RenewInvitationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  RenewInvitation(argument: _identity_v1_RenewInvitationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  RenewInvitation(argument: _identity_v1_RenewInvitationRequest, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  renewInvitation(argument: _identity_v1_RenewInvitationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  renewInvitation(argument: _identity_v1_RenewInvitationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  renewInvitation(argument: _identity_v1_RenewInvitationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  renewInvitation(argument: _identity_v1_RenewInvitationRequest, callback: grpc.requestCallback<_identity_v1_InvitedPerson__Output>): grpc.ClientUnaryCall;
  
  RevokeSecretKey(argument: _identity_v1_RevokeSecretKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RevokeSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  RevokeSecretKey(argument: _identity_v1_RevokeSecretKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_RevokeSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  RevokeSecretKey(argument: _identity_v1_RevokeSecretKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RevokeSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  RevokeSecretKey(argument: _identity_v1_RevokeSecretKeyRequest, callback: grpc.requestCallback<_identity_v1_RevokeSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  revokeSecretKey(argument: _identity_v1_RevokeSecretKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RevokeSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  revokeSecretKey(argument: _identity_v1_RevokeSecretKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_RevokeSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  revokeSecretKey(argument: _identity_v1_RevokeSecretKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RevokeSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  revokeSecretKey(argument: _identity_v1_RevokeSecretKeyRequest, callback: grpc.requestCallback<_identity_v1_RevokeSecretKeyResponse__Output>): grpc.ClientUnaryCall;
  
  SetApprovalRule(argument: _identity_v1_SetApprovalRuleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApprovalRule__Output>): grpc.ClientUnaryCall;
  SetApprovalRule(argument: _identity_v1_SetApprovalRuleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ApprovalRule__Output>): grpc.ClientUnaryCall;
  SetApprovalRule(argument: _identity_v1_SetApprovalRuleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApprovalRule__Output>): grpc.ClientUnaryCall;
  SetApprovalRule(argument: _identity_v1_SetApprovalRuleRequest, callback: grpc.requestCallback<_identity_v1_ApprovalRule__Output>): grpc.ClientUnaryCall;
  setApprovalRule(argument: _identity_v1_SetApprovalRuleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApprovalRule__Output>): grpc.ClientUnaryCall;
  setApprovalRule(argument: _identity_v1_SetApprovalRuleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ApprovalRule__Output>): grpc.ClientUnaryCall;
  setApprovalRule(argument: _identity_v1_SetApprovalRuleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApprovalRule__Output>): grpc.ClientUnaryCall;
  setApprovalRule(argument: _identity_v1_SetApprovalRuleRequest, callback: grpc.requestCallback<_identity_v1_ApprovalRule__Output>): grpc.ClientUnaryCall;
  
  SignIn(argument: _identity_v1_SignInRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_NewSession__Output>): grpc.ClientUnaryCall;
  SignIn(argument: _identity_v1_SignInRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_NewSession__Output>): grpc.ClientUnaryCall;
  SignIn(argument: _identity_v1_SignInRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_NewSession__Output>): grpc.ClientUnaryCall;
  SignIn(argument: _identity_v1_SignInRequest, callback: grpc.requestCallback<_identity_v1_NewSession__Output>): grpc.ClientUnaryCall;
  signIn(argument: _identity_v1_SignInRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_NewSession__Output>): grpc.ClientUnaryCall;
  signIn(argument: _identity_v1_SignInRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_NewSession__Output>): grpc.ClientUnaryCall;
  signIn(argument: _identity_v1_SignInRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_NewSession__Output>): grpc.ClientUnaryCall;
  signIn(argument: _identity_v1_SignInRequest, callback: grpc.requestCallback<_identity_v1_NewSession__Output>): grpc.ClientUnaryCall;
  
  StepUp(argument: _identity_v1_StepUpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_StepUpResponse__Output>): grpc.ClientUnaryCall;
  StepUp(argument: _identity_v1_StepUpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_StepUpResponse__Output>): grpc.ClientUnaryCall;
  StepUp(argument: _identity_v1_StepUpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_StepUpResponse__Output>): grpc.ClientUnaryCall;
  StepUp(argument: _identity_v1_StepUpRequest, callback: grpc.requestCallback<_identity_v1_StepUpResponse__Output>): grpc.ClientUnaryCall;
  stepUp(argument: _identity_v1_StepUpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_StepUpResponse__Output>): grpc.ClientUnaryCall;
  stepUp(argument: _identity_v1_StepUpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_StepUpResponse__Output>): grpc.ClientUnaryCall;
  stepUp(argument: _identity_v1_StepUpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_StepUpResponse__Output>): grpc.ClientUnaryCall;
  stepUp(argument: _identity_v1_StepUpRequest, callback: grpc.requestCallback<_identity_v1_StepUpResponse__Output>): grpc.ClientUnaryCall;
  
  SubmitApplicationDocument(argument: _identity_v1_SubmitApplicationDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApplicationDocument__Output>): grpc.ClientUnaryCall;
  SubmitApplicationDocument(argument: _identity_v1_SubmitApplicationDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ApplicationDocument__Output>): grpc.ClientUnaryCall;
  SubmitApplicationDocument(argument: _identity_v1_SubmitApplicationDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApplicationDocument__Output>): grpc.ClientUnaryCall;
  SubmitApplicationDocument(argument: _identity_v1_SubmitApplicationDocumentRequest, callback: grpc.requestCallback<_identity_v1_ApplicationDocument__Output>): grpc.ClientUnaryCall;
  submitApplicationDocument(argument: _identity_v1_SubmitApplicationDocumentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApplicationDocument__Output>): grpc.ClientUnaryCall;
  submitApplicationDocument(argument: _identity_v1_SubmitApplicationDocumentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ApplicationDocument__Output>): grpc.ClientUnaryCall;
  submitApplicationDocument(argument: _identity_v1_SubmitApplicationDocumentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApplicationDocument__Output>): grpc.ClientUnaryCall;
  submitApplicationDocument(argument: _identity_v1_SubmitApplicationDocumentRequest, callback: grpc.requestCallback<_identity_v1_ApplicationDocument__Output>): grpc.ClientUnaryCall;
  
  UpdateApplication(argument: _identity_v1_UpdateApplicationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Application__Output>): grpc.ClientUnaryCall;
  UpdateApplication(argument: _identity_v1_UpdateApplicationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_Application__Output>): grpc.ClientUnaryCall;
  UpdateApplication(argument: _identity_v1_UpdateApplicationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Application__Output>): grpc.ClientUnaryCall;
  UpdateApplication(argument: _identity_v1_UpdateApplicationRequest, callback: grpc.requestCallback<_identity_v1_Application__Output>): grpc.ClientUnaryCall;
  updateApplication(argument: _identity_v1_UpdateApplicationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Application__Output>): grpc.ClientUnaryCall;
  updateApplication(argument: _identity_v1_UpdateApplicationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_Application__Output>): grpc.ClientUnaryCall;
  updateApplication(argument: _identity_v1_UpdateApplicationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Application__Output>): grpc.ClientUnaryCall;
  updateApplication(argument: _identity_v1_UpdateApplicationRequest, callback: grpc.requestCallback<_identity_v1_Application__Output>): grpc.ClientUnaryCall;
  
  UpdateMember(argument: _identity_v1_UpdateMemberRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Member__Output>): grpc.ClientUnaryCall;
  UpdateMember(argument: _identity_v1_UpdateMemberRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_Member__Output>): grpc.ClientUnaryCall;
  UpdateMember(argument: _identity_v1_UpdateMemberRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Member__Output>): grpc.ClientUnaryCall;
  UpdateMember(argument: _identity_v1_UpdateMemberRequest, callback: grpc.requestCallback<_identity_v1_Member__Output>): grpc.ClientUnaryCall;
  updateMember(argument: _identity_v1_UpdateMemberRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Member__Output>): grpc.ClientUnaryCall;
  updateMember(argument: _identity_v1_UpdateMemberRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_Member__Output>): grpc.ClientUnaryCall;
  updateMember(argument: _identity_v1_UpdateMemberRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Member__Output>): grpc.ClientUnaryCall;
  updateMember(argument: _identity_v1_UpdateMemberRequest, callback: grpc.requestCallback<_identity_v1_Member__Output>): grpc.ClientUnaryCall;
  
  UpdateProvider(argument: _identity_v1_UpdateProviderRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  UpdateProvider(argument: _identity_v1_UpdateProviderRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  UpdateProvider(argument: _identity_v1_UpdateProviderRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  UpdateProvider(argument: _identity_v1_UpdateProviderRequest, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  updateProvider(argument: _identity_v1_UpdateProviderRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  updateProvider(argument: _identity_v1_UpdateProviderRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  updateProvider(argument: _identity_v1_UpdateProviderRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  updateProvider(argument: _identity_v1_UpdateProviderRequest, callback: grpc.requestCallback<_identity_v1_Provider__Output>): grpc.ClientUnaryCall;
  
  UpdateSecretKey(argument: _identity_v1_UpdateSecretKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SecretKey__Output>): grpc.ClientUnaryCall;
  UpdateSecretKey(argument: _identity_v1_UpdateSecretKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_SecretKey__Output>): grpc.ClientUnaryCall;
  UpdateSecretKey(argument: _identity_v1_UpdateSecretKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SecretKey__Output>): grpc.ClientUnaryCall;
  UpdateSecretKey(argument: _identity_v1_UpdateSecretKeyRequest, callback: grpc.requestCallback<_identity_v1_SecretKey__Output>): grpc.ClientUnaryCall;
  updateSecretKey(argument: _identity_v1_UpdateSecretKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SecretKey__Output>): grpc.ClientUnaryCall;
  updateSecretKey(argument: _identity_v1_UpdateSecretKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_SecretKey__Output>): grpc.ClientUnaryCall;
  updateSecretKey(argument: _identity_v1_UpdateSecretKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SecretKey__Output>): grpc.ClientUnaryCall;
  updateSecretKey(argument: _identity_v1_UpdateSecretKeyRequest, callback: grpc.requestCallback<_identity_v1_SecretKey__Output>): grpc.ClientUnaryCall;
  
  VouchForApprover(argument: _identity_v1_VouchForApproverRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_VouchForApproverResponse__Output>): grpc.ClientUnaryCall;
  VouchForApprover(argument: _identity_v1_VouchForApproverRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_VouchForApproverResponse__Output>): grpc.ClientUnaryCall;
  VouchForApprover(argument: _identity_v1_VouchForApproverRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_VouchForApproverResponse__Output>): grpc.ClientUnaryCall;
  VouchForApprover(argument: _identity_v1_VouchForApproverRequest, callback: grpc.requestCallback<_identity_v1_VouchForApproverResponse__Output>): grpc.ClientUnaryCall;
  vouchForApprover(argument: _identity_v1_VouchForApproverRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_VouchForApproverResponse__Output>): grpc.ClientUnaryCall;
  vouchForApprover(argument: _identity_v1_VouchForApproverRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_VouchForApproverResponse__Output>): grpc.ClientUnaryCall;
  vouchForApprover(argument: _identity_v1_VouchForApproverRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_VouchForApproverResponse__Output>): grpc.ClientUnaryCall;
  vouchForApprover(argument: _identity_v1_VouchForApproverRequest, callback: grpc.requestCallback<_identity_v1_VouchForApproverResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface IdentityHandlers extends grpc.UntypedServiceImplementation {
  AcceptInvitation: grpc.handleUnaryCall<_identity_v1_AcceptInvitationRequest__Output, _identity_v1_NewSession>;
  
  AddMember: grpc.handleUnaryCall<_identity_v1_AddMemberRequest__Output, _identity_v1_InvitedPerson>;
  
  AddPasskey: grpc.handleUnaryCall<_identity_v1_AddPasskeyRequest__Output, _identity_v1_Passkey>;
  
  ApproveChange: grpc.handleUnaryCall<_identity_v1_DecideChangeRequest__Output, _identity_v1_ChangeRequest>;
  
  AskForChange: grpc.handleUnaryCall<_identity_v1_AskForChangeRequest__Output, _identity_v1_ChangeRequest>;
  
  AuthenticateOperator: grpc.handleUnaryCall<_identity_v1_AuthenticateOperatorRequest__Output, _identity_v1_AuthenticateOperatorResponse>;
  
  AuthenticateSecretKey: grpc.handleUnaryCall<_identity_v1_AuthenticateSecretKeyRequest__Output, _identity_v1_AuthenticateSecretKeyResponse>;
  
  AuthenticateSession: grpc.handleUnaryCall<_identity_v1_AuthenticateSessionRequest__Output, _identity_v1_AuthenticateSessionResponse>;
  
  AuthenticateUser: grpc.handleUnaryCall<_identity_v1_AuthenticateUserRequest__Output, _identity_v1_AuthenticateUserResponse>;
  
  BeginChange: grpc.handleUnaryCall<_identity_v1_OfChangeRequest__Output, _identity_v1_BeginChangeResponse>;
  
  Calls: grpc.handleBidiStreamingCall<_call_stream_v1_CallFrames__Output, _call_stream_v1_ReplyFrames>;
  
  CreateApplication: grpc.handleUnaryCall<_identity_v1_CreateApplicationRequest__Output, _identity_v1_CreateApplicationResponse>;
  
  CreateApprovalChallenge: grpc.handleUnaryCall<_identity_v1_DecideChangeRequest__Output, _identity_v1_CreateChallengeResponse>;
  
  CreateChallenge: grpc.handleUnaryCall<_identity_v1_CreateChallengeRequest__Output, _identity_v1_CreateChallengeResponse>;
  
  CreateProvider: grpc.handleUnaryCall<_identity_v1_CreateProviderRequest__Output, _identity_v1_Provider>;
  
  CreateSecretKey: grpc.handleUnaryCall<_identity_v1_CreateSecretKeyRequest__Output, _identity_v1_CreateSecretKeyResponse>;
  
  DeclineChange: grpc.handleUnaryCall<_identity_v1_DecideChangeRequest__Output, _identity_v1_ChangeRequest>;
  
  DeleteProvider: grpc.handleUnaryCall<_identity_v1_DeleteProviderRequest__Output, _identity_v1_DeleteProviderResponse>;
  
  DisablePerson: grpc.handleUnaryCall<_identity_v1_DisablePersonRequest__Output, _identity_v1_DisablePersonResponse>;
  
  EndChange: grpc.handleUnaryCall<_identity_v1_EndChangeRequest__Output, _identity_v1_ChangeRequest>;
  
  EndSession: grpc.handleUnaryCall<_identity_v1_EndSessionRequest__Output, _identity_v1_EndSessionResponse>;
  
  FindProviders: grpc.handleUnaryCall<_identity_v1_FindProvidersRequest__Output, _identity_v1_FindProvidersResponse>;
  
  ForgetChanges: grpc.handleUnaryCall<_change_v1_ForgetChangesRequest__Output, _change_v1_ForgetChangesResponse>;
  
  GetAllowedOrigins: grpc.handleUnaryCall<_identity_v1_GetAllowedOriginsRequest__Output, _identity_v1_GetAllowedOriginsResponse>;
  
  GetApplication: grpc.handleUnaryCall<_identity_v1_GetApplicationRequest__Output, _identity_v1_Application>;
  
  GetApplicationDocument: grpc.handleUnaryCall<_identity_v1_GetApplicationDocumentRequest__Output, _identity_v1_ApplicationDocument>;
  
  GetApprovalRule: grpc.handleUnaryCall<_identity_v1_GetApprovalRuleRequest__Output, _identity_v1_ApprovalRule>;
  
  GetChangeRequest: grpc.handleUnaryCall<_identity_v1_OfChangeRequest__Output, _identity_v1_ChangeRequest>;
  
  GetProvider: grpc.handleUnaryCall<_identity_v1_GetProviderRequest__Output, _identity_v1_Provider>;
  
  GetSession: grpc.handleUnaryCall<_identity_v1_GetSessionRequest__Output, _identity_v1_OwnAccess>;
  
  GetTrust: grpc.handleUnaryCall<_identity_v1_GetTrustRequest__Output, _identity_v1_GetTrustResponse>;
  
  InvitePerson: grpc.handleUnaryCall<_identity_v1_InvitePersonRequest__Output, _identity_v1_InvitedPerson>;
  
  ListApplications: grpc.handleUnaryCall<_identity_v1_ListApplicationsRequest__Output, _identity_v1_ListApplicationsResponse>;
  
  ListChangeRequests: grpc.handleUnaryCall<_identity_v1_ListChangeRequestsRequest__Output, _identity_v1_ListChangeRequestsResponse>;
  
  ListChanges: grpc.handleUnaryCall<_change_v1_ListChangesRequest__Output, _change_v1_ListChangesResponse>;
  
  ListEvents: grpc.handleUnaryCall<_event_v1_ListEventsRequest__Output, _event_v1_ListEventsResponse>;
  
  ListKeySets: grpc.handleUnaryCall<_identity_v1_ListKeySetsRequest__Output, _identity_v1_ListKeySetsResponse>;
  
  ListMembers: grpc.handleUnaryCall<_identity_v1_ListMembersRequest__Output, _identity_v1_ListMembersResponse>;
  
  ListPeople: grpc.handleUnaryCall<_identity_v1_ListPeopleRequest__Output, _identity_v1_ListPeopleResponse>;
  
  ListProviders: grpc.handleUnaryCall<_identity_v1_ListProvidersRequest__Output, _identity_v1_ListProvidersResponse>;
  
  ListSecretKeys: grpc.handleUnaryCall<_identity_v1_ListSecretKeysRequest__Output, _identity_v1_ListSecretKeysResponse>;
  
  LookAtIssuer: grpc.handleUnaryCall<_identity_v1_LookAtIssuerRequest__Output, _identity_v1_LookAtIssuerResponse>;
  
  NamePeople: grpc.handleUnaryCall<_identity_v1_NamePeopleRequest__Output, _identity_v1_NamePeopleResponse>;
  
  PublishRootDocument: grpc.handleUnaryCall<_identity_v1_PublishRootDocumentRequest__Output, _identity_v1_PublishRootDocumentResponse>;
  
  RefreshKeySet: grpc.handleUnaryCall<_identity_v1_RefreshKeySetRequest__Output, _identity_v1_RefreshKeySetResponse>;
  
  RefreshProvider: grpc.handleUnaryCall<_identity_v1_RefreshProviderRequest__Output, _identity_v1_RefreshProviderResponse>;
  
  RemoveMember: grpc.handleUnaryCall<_identity_v1_RemoveMemberRequest__Output, _identity_v1_RemoveMemberResponse>;
  
  RemovePasskey: grpc.handleUnaryCall<_identity_v1_RemovePasskeyRequest__Output, _identity_v1_RemovePasskeyResponse>;
  
  RenewInvitation: grpc.handleUnaryCall<_identity_v1_RenewInvitationRequest__Output, _identity_v1_InvitedPerson>;
  
  RevokeSecretKey: grpc.handleUnaryCall<_identity_v1_RevokeSecretKeyRequest__Output, _identity_v1_RevokeSecretKeyResponse>;
  
  SetApprovalRule: grpc.handleUnaryCall<_identity_v1_SetApprovalRuleRequest__Output, _identity_v1_ApprovalRule>;
  
  SignIn: grpc.handleUnaryCall<_identity_v1_SignInRequest__Output, _identity_v1_NewSession>;
  
  StepUp: grpc.handleUnaryCall<_identity_v1_StepUpRequest__Output, _identity_v1_StepUpResponse>;
  
  SubmitApplicationDocument: grpc.handleUnaryCall<_identity_v1_SubmitApplicationDocumentRequest__Output, _identity_v1_ApplicationDocument>;
  
  UpdateApplication: grpc.handleUnaryCall<_identity_v1_UpdateApplicationRequest__Output, _identity_v1_Application>;
  
  UpdateMember: grpc.handleUnaryCall<_identity_v1_UpdateMemberRequest__Output, _identity_v1_Member>;
  
  UpdateProvider: grpc.handleUnaryCall<_identity_v1_UpdateProviderRequest__Output, _identity_v1_Provider>;
  
  UpdateSecretKey: grpc.handleUnaryCall<_identity_v1_UpdateSecretKeyRequest__Output, _identity_v1_SecretKey>;
  
  VouchForApprover: grpc.handleUnaryCall<_identity_v1_VouchForApproverRequest__Output, _identity_v1_VouchForApproverResponse>;
  
}

export interface IdentityDefinition extends grpc.ServiceDefinition {
  AcceptInvitation: MethodDefinition<_identity_v1_AcceptInvitationRequest, _identity_v1_NewSession, _identity_v1_AcceptInvitationRequest__Output, _identity_v1_NewSession__Output>
  AddMember: MethodDefinition<_identity_v1_AddMemberRequest, _identity_v1_InvitedPerson, _identity_v1_AddMemberRequest__Output, _identity_v1_InvitedPerson__Output>
  AddPasskey: MethodDefinition<_identity_v1_AddPasskeyRequest, _identity_v1_Passkey, _identity_v1_AddPasskeyRequest__Output, _identity_v1_Passkey__Output>
  ApproveChange: MethodDefinition<_identity_v1_DecideChangeRequest, _identity_v1_ChangeRequest, _identity_v1_DecideChangeRequest__Output, _identity_v1_ChangeRequest__Output>
  AskForChange: MethodDefinition<_identity_v1_AskForChangeRequest, _identity_v1_ChangeRequest, _identity_v1_AskForChangeRequest__Output, _identity_v1_ChangeRequest__Output>
  AuthenticateOperator: MethodDefinition<_identity_v1_AuthenticateOperatorRequest, _identity_v1_AuthenticateOperatorResponse, _identity_v1_AuthenticateOperatorRequest__Output, _identity_v1_AuthenticateOperatorResponse__Output>
  AuthenticateSecretKey: MethodDefinition<_identity_v1_AuthenticateSecretKeyRequest, _identity_v1_AuthenticateSecretKeyResponse, _identity_v1_AuthenticateSecretKeyRequest__Output, _identity_v1_AuthenticateSecretKeyResponse__Output>
  AuthenticateSession: MethodDefinition<_identity_v1_AuthenticateSessionRequest, _identity_v1_AuthenticateSessionResponse, _identity_v1_AuthenticateSessionRequest__Output, _identity_v1_AuthenticateSessionResponse__Output>
  AuthenticateUser: MethodDefinition<_identity_v1_AuthenticateUserRequest, _identity_v1_AuthenticateUserResponse, _identity_v1_AuthenticateUserRequest__Output, _identity_v1_AuthenticateUserResponse__Output>
  BeginChange: MethodDefinition<_identity_v1_OfChangeRequest, _identity_v1_BeginChangeResponse, _identity_v1_OfChangeRequest__Output, _identity_v1_BeginChangeResponse__Output>
  Calls: MethodDefinition<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames, _call_stream_v1_CallFrames__Output, _call_stream_v1_ReplyFrames__Output>
  CreateApplication: MethodDefinition<_identity_v1_CreateApplicationRequest, _identity_v1_CreateApplicationResponse, _identity_v1_CreateApplicationRequest__Output, _identity_v1_CreateApplicationResponse__Output>
  CreateApprovalChallenge: MethodDefinition<_identity_v1_DecideChangeRequest, _identity_v1_CreateChallengeResponse, _identity_v1_DecideChangeRequest__Output, _identity_v1_CreateChallengeResponse__Output>
  CreateChallenge: MethodDefinition<_identity_v1_CreateChallengeRequest, _identity_v1_CreateChallengeResponse, _identity_v1_CreateChallengeRequest__Output, _identity_v1_CreateChallengeResponse__Output>
  CreateProvider: MethodDefinition<_identity_v1_CreateProviderRequest, _identity_v1_Provider, _identity_v1_CreateProviderRequest__Output, _identity_v1_Provider__Output>
  CreateSecretKey: MethodDefinition<_identity_v1_CreateSecretKeyRequest, _identity_v1_CreateSecretKeyResponse, _identity_v1_CreateSecretKeyRequest__Output, _identity_v1_CreateSecretKeyResponse__Output>
  DeclineChange: MethodDefinition<_identity_v1_DecideChangeRequest, _identity_v1_ChangeRequest, _identity_v1_DecideChangeRequest__Output, _identity_v1_ChangeRequest__Output>
  DeleteProvider: MethodDefinition<_identity_v1_DeleteProviderRequest, _identity_v1_DeleteProviderResponse, _identity_v1_DeleteProviderRequest__Output, _identity_v1_DeleteProviderResponse__Output>
  DisablePerson: MethodDefinition<_identity_v1_DisablePersonRequest, _identity_v1_DisablePersonResponse, _identity_v1_DisablePersonRequest__Output, _identity_v1_DisablePersonResponse__Output>
  EndChange: MethodDefinition<_identity_v1_EndChangeRequest, _identity_v1_ChangeRequest, _identity_v1_EndChangeRequest__Output, _identity_v1_ChangeRequest__Output>
  EndSession: MethodDefinition<_identity_v1_EndSessionRequest, _identity_v1_EndSessionResponse, _identity_v1_EndSessionRequest__Output, _identity_v1_EndSessionResponse__Output>
  FindProviders: MethodDefinition<_identity_v1_FindProvidersRequest, _identity_v1_FindProvidersResponse, _identity_v1_FindProvidersRequest__Output, _identity_v1_FindProvidersResponse__Output>
  ForgetChanges: MethodDefinition<_change_v1_ForgetChangesRequest, _change_v1_ForgetChangesResponse, _change_v1_ForgetChangesRequest__Output, _change_v1_ForgetChangesResponse__Output>
  GetAllowedOrigins: MethodDefinition<_identity_v1_GetAllowedOriginsRequest, _identity_v1_GetAllowedOriginsResponse, _identity_v1_GetAllowedOriginsRequest__Output, _identity_v1_GetAllowedOriginsResponse__Output>
  GetApplication: MethodDefinition<_identity_v1_GetApplicationRequest, _identity_v1_Application, _identity_v1_GetApplicationRequest__Output, _identity_v1_Application__Output>
  GetApplicationDocument: MethodDefinition<_identity_v1_GetApplicationDocumentRequest, _identity_v1_ApplicationDocument, _identity_v1_GetApplicationDocumentRequest__Output, _identity_v1_ApplicationDocument__Output>
  GetApprovalRule: MethodDefinition<_identity_v1_GetApprovalRuleRequest, _identity_v1_ApprovalRule, _identity_v1_GetApprovalRuleRequest__Output, _identity_v1_ApprovalRule__Output>
  GetChangeRequest: MethodDefinition<_identity_v1_OfChangeRequest, _identity_v1_ChangeRequest, _identity_v1_OfChangeRequest__Output, _identity_v1_ChangeRequest__Output>
  GetProvider: MethodDefinition<_identity_v1_GetProviderRequest, _identity_v1_Provider, _identity_v1_GetProviderRequest__Output, _identity_v1_Provider__Output>
  GetSession: MethodDefinition<_identity_v1_GetSessionRequest, _identity_v1_OwnAccess, _identity_v1_GetSessionRequest__Output, _identity_v1_OwnAccess__Output>
  GetTrust: MethodDefinition<_identity_v1_GetTrustRequest, _identity_v1_GetTrustResponse, _identity_v1_GetTrustRequest__Output, _identity_v1_GetTrustResponse__Output>
  InvitePerson: MethodDefinition<_identity_v1_InvitePersonRequest, _identity_v1_InvitedPerson, _identity_v1_InvitePersonRequest__Output, _identity_v1_InvitedPerson__Output>
  ListApplications: MethodDefinition<_identity_v1_ListApplicationsRequest, _identity_v1_ListApplicationsResponse, _identity_v1_ListApplicationsRequest__Output, _identity_v1_ListApplicationsResponse__Output>
  ListChangeRequests: MethodDefinition<_identity_v1_ListChangeRequestsRequest, _identity_v1_ListChangeRequestsResponse, _identity_v1_ListChangeRequestsRequest__Output, _identity_v1_ListChangeRequestsResponse__Output>
  ListChanges: MethodDefinition<_change_v1_ListChangesRequest, _change_v1_ListChangesResponse, _change_v1_ListChangesRequest__Output, _change_v1_ListChangesResponse__Output>
  ListEvents: MethodDefinition<_event_v1_ListEventsRequest, _event_v1_ListEventsResponse, _event_v1_ListEventsRequest__Output, _event_v1_ListEventsResponse__Output>
  ListKeySets: MethodDefinition<_identity_v1_ListKeySetsRequest, _identity_v1_ListKeySetsResponse, _identity_v1_ListKeySetsRequest__Output, _identity_v1_ListKeySetsResponse__Output>
  ListMembers: MethodDefinition<_identity_v1_ListMembersRequest, _identity_v1_ListMembersResponse, _identity_v1_ListMembersRequest__Output, _identity_v1_ListMembersResponse__Output>
  ListPeople: MethodDefinition<_identity_v1_ListPeopleRequest, _identity_v1_ListPeopleResponse, _identity_v1_ListPeopleRequest__Output, _identity_v1_ListPeopleResponse__Output>
  ListProviders: MethodDefinition<_identity_v1_ListProvidersRequest, _identity_v1_ListProvidersResponse, _identity_v1_ListProvidersRequest__Output, _identity_v1_ListProvidersResponse__Output>
  ListSecretKeys: MethodDefinition<_identity_v1_ListSecretKeysRequest, _identity_v1_ListSecretKeysResponse, _identity_v1_ListSecretKeysRequest__Output, _identity_v1_ListSecretKeysResponse__Output>
  LookAtIssuer: MethodDefinition<_identity_v1_LookAtIssuerRequest, _identity_v1_LookAtIssuerResponse, _identity_v1_LookAtIssuerRequest__Output, _identity_v1_LookAtIssuerResponse__Output>
  NamePeople: MethodDefinition<_identity_v1_NamePeopleRequest, _identity_v1_NamePeopleResponse, _identity_v1_NamePeopleRequest__Output, _identity_v1_NamePeopleResponse__Output>
  PublishRootDocument: MethodDefinition<_identity_v1_PublishRootDocumentRequest, _identity_v1_PublishRootDocumentResponse, _identity_v1_PublishRootDocumentRequest__Output, _identity_v1_PublishRootDocumentResponse__Output>
  RefreshKeySet: MethodDefinition<_identity_v1_RefreshKeySetRequest, _identity_v1_RefreshKeySetResponse, _identity_v1_RefreshKeySetRequest__Output, _identity_v1_RefreshKeySetResponse__Output>
  RefreshProvider: MethodDefinition<_identity_v1_RefreshProviderRequest, _identity_v1_RefreshProviderResponse, _identity_v1_RefreshProviderRequest__Output, _identity_v1_RefreshProviderResponse__Output>
  RemoveMember: MethodDefinition<_identity_v1_RemoveMemberRequest, _identity_v1_RemoveMemberResponse, _identity_v1_RemoveMemberRequest__Output, _identity_v1_RemoveMemberResponse__Output>
  RemovePasskey: MethodDefinition<_identity_v1_RemovePasskeyRequest, _identity_v1_RemovePasskeyResponse, _identity_v1_RemovePasskeyRequest__Output, _identity_v1_RemovePasskeyResponse__Output>
  RenewInvitation: MethodDefinition<_identity_v1_RenewInvitationRequest, _identity_v1_InvitedPerson, _identity_v1_RenewInvitationRequest__Output, _identity_v1_InvitedPerson__Output>
  RevokeSecretKey: MethodDefinition<_identity_v1_RevokeSecretKeyRequest, _identity_v1_RevokeSecretKeyResponse, _identity_v1_RevokeSecretKeyRequest__Output, _identity_v1_RevokeSecretKeyResponse__Output>
  SetApprovalRule: MethodDefinition<_identity_v1_SetApprovalRuleRequest, _identity_v1_ApprovalRule, _identity_v1_SetApprovalRuleRequest__Output, _identity_v1_ApprovalRule__Output>
  SignIn: MethodDefinition<_identity_v1_SignInRequest, _identity_v1_NewSession, _identity_v1_SignInRequest__Output, _identity_v1_NewSession__Output>
  StepUp: MethodDefinition<_identity_v1_StepUpRequest, _identity_v1_StepUpResponse, _identity_v1_StepUpRequest__Output, _identity_v1_StepUpResponse__Output>
  SubmitApplicationDocument: MethodDefinition<_identity_v1_SubmitApplicationDocumentRequest, _identity_v1_ApplicationDocument, _identity_v1_SubmitApplicationDocumentRequest__Output, _identity_v1_ApplicationDocument__Output>
  UpdateApplication: MethodDefinition<_identity_v1_UpdateApplicationRequest, _identity_v1_Application, _identity_v1_UpdateApplicationRequest__Output, _identity_v1_Application__Output>
  UpdateMember: MethodDefinition<_identity_v1_UpdateMemberRequest, _identity_v1_Member, _identity_v1_UpdateMemberRequest__Output, _identity_v1_Member__Output>
  UpdateProvider: MethodDefinition<_identity_v1_UpdateProviderRequest, _identity_v1_Provider, _identity_v1_UpdateProviderRequest__Output, _identity_v1_Provider__Output>
  UpdateSecretKey: MethodDefinition<_identity_v1_UpdateSecretKeyRequest, _identity_v1_SecretKey, _identity_v1_UpdateSecretKeyRequest__Output, _identity_v1_SecretKey__Output>
  VouchForApprover: MethodDefinition<_identity_v1_VouchForApproverRequest, _identity_v1_VouchForApproverResponse, _identity_v1_VouchForApproverRequest__Output, _identity_v1_VouchForApproverResponse__Output>
}
