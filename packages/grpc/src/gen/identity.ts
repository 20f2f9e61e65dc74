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
import type { Event as _event_v1_Event, Event__Output as _event_v1_Event__Output } from './event/v1/Event.js';
import type { ListEventsRequest as _event_v1_ListEventsRequest, ListEventsRequest__Output as _event_v1_ListEventsRequest__Output } from './event/v1/ListEventsRequest.js';
import type { ListEventsResponse as _event_v1_ListEventsResponse, ListEventsResponse__Output as _event_v1_ListEventsResponse__Output } from './event/v1/ListEventsResponse.js';
import type { AcceptInvitationRequest as _identity_v1_AcceptInvitationRequest, AcceptInvitationRequest__Output as _identity_v1_AcceptInvitationRequest__Output } from './identity/v1/AcceptInvitationRequest.js';
import type { AddMemberRequest as _identity_v1_AddMemberRequest, AddMemberRequest__Output as _identity_v1_AddMemberRequest__Output } from './identity/v1/AddMemberRequest.js';
import type { AddPasskeyRequest as _identity_v1_AddPasskeyRequest, AddPasskeyRequest__Output as _identity_v1_AddPasskeyRequest__Output } from './identity/v1/AddPasskeyRequest.js';
import type { Application as _identity_v1_Application, Application__Output as _identity_v1_Application__Output } from './identity/v1/Application.js';
import type { ApplicationDocument as _identity_v1_ApplicationDocument, ApplicationDocument__Output as _identity_v1_ApplicationDocument__Output } from './identity/v1/ApplicationDocument.js';
import type { Approval as _identity_v1_Approval, Approval__Output as _identity_v1_Approval__Output } from './identity/v1/Approval.js';
import type { ApprovalRule as _identity_v1_ApprovalRule, ApprovalRule__Output as _identity_v1_ApprovalRule__Output } from './identity/v1/ApprovalRule.js';
import type { AskForChangeRequest as _identity_v1_AskForChangeRequest, AskForChangeRequest__Output as _identity_v1_AskForChangeRequest__Output } from './identity/v1/AskForChangeRequest.js';
import type { AuthenticateOperatorRequest as _identity_v1_AuthenticateOperatorRequest, AuthenticateOperatorRequest__Output as _identity_v1_AuthenticateOperatorRequest__Output } from './identity/v1/AuthenticateOperatorRequest.js';
import type { AuthenticateOperatorResponse as _identity_v1_AuthenticateOperatorResponse, AuthenticateOperatorResponse__Output as _identity_v1_AuthenticateOperatorResponse__Output } from './identity/v1/AuthenticateOperatorResponse.js';
import type { AuthenticateSecretKeyRequest as _identity_v1_AuthenticateSecretKeyRequest, AuthenticateSecretKeyRequest__Output as _identity_v1_AuthenticateSecretKeyRequest__Output } from './identity/v1/AuthenticateSecretKeyRequest.js';
import type { AuthenticateSecretKeyResponse as _identity_v1_AuthenticateSecretKeyResponse, AuthenticateSecretKeyResponse__Output as _identity_v1_AuthenticateSecretKeyResponse__Output } from './identity/v1/AuthenticateSecretKeyResponse.js';
import type { AuthenticateSessionRequest as _identity_v1_AuthenticateSessionRequest, AuthenticateSessionRequest__Output as _identity_v1_AuthenticateSessionRequest__Output } from './identity/v1/AuthenticateSessionRequest.js';
import type { AuthenticateSessionResponse as _identity_v1_AuthenticateSessionResponse, AuthenticateSessionResponse__Output as _identity_v1_AuthenticateSessionResponse__Output } from './identity/v1/AuthenticateSessionResponse.js';
import type { AuthenticateUserRequest as _identity_v1_AuthenticateUserRequest, AuthenticateUserRequest__Output as _identity_v1_AuthenticateUserRequest__Output } from './identity/v1/AuthenticateUserRequest.js';
import type { AuthenticateUserResponse as _identity_v1_AuthenticateUserResponse, AuthenticateUserResponse__Output as _identity_v1_AuthenticateUserResponse__Output } from './identity/v1/AuthenticateUserResponse.js';
import type { BeginChangeResponse as _identity_v1_BeginChangeResponse, BeginChangeResponse__Output as _identity_v1_BeginChangeResponse__Output } from './identity/v1/BeginChangeResponse.js';
import type { ChangeRequest as _identity_v1_ChangeRequest, ChangeRequest__Output as _identity_v1_ChangeRequest__Output } from './identity/v1/ChangeRequest.js';
import type { CreateApplicationRequest as _identity_v1_CreateApplicationRequest, CreateApplicationRequest__Output as _identity_v1_CreateApplicationRequest__Output } from './identity/v1/CreateApplicationRequest.js';
import type { CreateApplicationResponse as _identity_v1_CreateApplicationResponse, CreateApplicationResponse__Output as _identity_v1_CreateApplicationResponse__Output } from './identity/v1/CreateApplicationResponse.js';
import type { CreateChallengeRequest as _identity_v1_CreateChallengeRequest, CreateChallengeRequest__Output as _identity_v1_CreateChallengeRequest__Output } from './identity/v1/CreateChallengeRequest.js';
import type { CreateChallengeResponse as _identity_v1_CreateChallengeResponse, CreateChallengeResponse__Output as _identity_v1_CreateChallengeResponse__Output } from './identity/v1/CreateChallengeResponse.js';
import type { CreateProviderRequest as _identity_v1_CreateProviderRequest, CreateProviderRequest__Output as _identity_v1_CreateProviderRequest__Output } from './identity/v1/CreateProviderRequest.js';
import type { CreateSecretKeyRequest as _identity_v1_CreateSecretKeyRequest, CreateSecretKeyRequest__Output as _identity_v1_CreateSecretKeyRequest__Output } from './identity/v1/CreateSecretKeyRequest.js';
import type { CreateSecretKeyResponse as _identity_v1_CreateSecretKeyResponse, CreateSecretKeyResponse__Output as _identity_v1_CreateSecretKeyResponse__Output } from './identity/v1/CreateSecretKeyResponse.js';
import type { DecideChangeRequest as _identity_v1_DecideChangeRequest, DecideChangeRequest__Output as _identity_v1_DecideChangeRequest__Output } from './identity/v1/DecideChangeRequest.js';
import type { DeleteProviderRequest as _identity_v1_DeleteProviderRequest, DeleteProviderRequest__Output as _identity_v1_DeleteProviderRequest__Output } from './identity/v1/DeleteProviderRequest.js';
import type { DeleteProviderResponse as _identity_v1_DeleteProviderResponse, DeleteProviderResponse__Output as _identity_v1_DeleteProviderResponse__Output } from './identity/v1/DeleteProviderResponse.js';
import type { DisablePersonRequest as _identity_v1_DisablePersonRequest, DisablePersonRequest__Output as _identity_v1_DisablePersonRequest__Output } from './identity/v1/DisablePersonRequest.js';
import type { DisablePersonResponse as _identity_v1_DisablePersonResponse, DisablePersonResponse__Output as _identity_v1_DisablePersonResponse__Output } from './identity/v1/DisablePersonResponse.js';
import type { EndChangeRequest as _identity_v1_EndChangeRequest, EndChangeRequest__Output as _identity_v1_EndChangeRequest__Output } from './identity/v1/EndChangeRequest.js';
import type { EndSessionRequest as _identity_v1_EndSessionRequest, EndSessionRequest__Output as _identity_v1_EndSessionRequest__Output } from './identity/v1/EndSessionRequest.js';
import type { EndSessionResponse as _identity_v1_EndSessionResponse, EndSessionResponse__Output as _identity_v1_EndSessionResponse__Output } from './identity/v1/EndSessionResponse.js';
import type { Features as _identity_v1_Features, Features__Output as _identity_v1_Features__Output } from './identity/v1/Features.js';
import type { FeaturesChanges as _identity_v1_FeaturesChanges, FeaturesChanges__Output as _identity_v1_FeaturesChanges__Output } from './identity/v1/FeaturesChanges.js';
import type { FindProvidersRequest as _identity_v1_FindProvidersRequest, FindProvidersRequest__Output as _identity_v1_FindProvidersRequest__Output } from './identity/v1/FindProvidersRequest.js';
import type { FindProvidersResponse as _identity_v1_FindProvidersResponse, FindProvidersResponse__Output as _identity_v1_FindProvidersResponse__Output } from './identity/v1/FindProvidersResponse.js';
import type { FoundKey as _identity_v1_FoundKey, FoundKey__Output as _identity_v1_FoundKey__Output } from './identity/v1/FoundKey.js';
import type { GetAllowedOriginsRequest as _identity_v1_GetAllowedOriginsRequest, GetAllowedOriginsRequest__Output as _identity_v1_GetAllowedOriginsRequest__Output } from './identity/v1/GetAllowedOriginsRequest.js';
import type { GetAllowedOriginsResponse as _identity_v1_GetAllowedOriginsResponse, GetAllowedOriginsResponse__Output as _identity_v1_GetAllowedOriginsResponse__Output } from './identity/v1/GetAllowedOriginsResponse.js';
import type { GetApplicationDocumentRequest as _identity_v1_GetApplicationDocumentRequest, GetApplicationDocumentRequest__Output as _identity_v1_GetApplicationDocumentRequest__Output } from './identity/v1/GetApplicationDocumentRequest.js';
import type { GetApplicationRequest as _identity_v1_GetApplicationRequest, GetApplicationRequest__Output as _identity_v1_GetApplicationRequest__Output } from './identity/v1/GetApplicationRequest.js';
import type { GetApprovalRuleRequest as _identity_v1_GetApprovalRuleRequest, GetApprovalRuleRequest__Output as _identity_v1_GetApprovalRuleRequest__Output } from './identity/v1/GetApprovalRuleRequest.js';
import type { GetProviderRequest as _identity_v1_GetProviderRequest, GetProviderRequest__Output as _identity_v1_GetProviderRequest__Output } from './identity/v1/GetProviderRequest.js';
import type { GetSessionRequest as _identity_v1_GetSessionRequest, GetSessionRequest__Output as _identity_v1_GetSessionRequest__Output } from './identity/v1/GetSessionRequest.js';
import type { GetTrustRequest as _identity_v1_GetTrustRequest, GetTrustRequest__Output as _identity_v1_GetTrustRequest__Output } from './identity/v1/GetTrustRequest.js';
import type { GetTrustResponse as _identity_v1_GetTrustResponse, GetTrustResponse__Output as _identity_v1_GetTrustResponse__Output } from './identity/v1/GetTrustResponse.js';
import type { Grants as _identity_v1_Grants, Grants__Output as _identity_v1_Grants__Output } from './identity/v1/Grants.js';
import type { IdentityClient as _identity_v1_IdentityClient, IdentityDefinition as _identity_v1_IdentityDefinition } from './identity/v1/Identity.js';
import type { InvitePersonRequest as _identity_v1_InvitePersonRequest, InvitePersonRequest__Output as _identity_v1_InvitePersonRequest__Output } from './identity/v1/InvitePersonRequest.js';
import type { InvitedPerson as _identity_v1_InvitedPerson, InvitedPerson__Output as _identity_v1_InvitedPerson__Output } from './identity/v1/InvitedPerson.js';
import type { KeySetAge as _identity_v1_KeySetAge, KeySetAge__Output as _identity_v1_KeySetAge__Output } from './identity/v1/KeySetAge.js';
import type { ListApplicationsRequest as _identity_v1_ListApplicationsRequest, ListApplicationsRequest__Output as _identity_v1_ListApplicationsRequest__Output } from './identity/v1/ListApplicationsRequest.js';
import type { ListApplicationsResponse as _identity_v1_ListApplicationsResponse, ListApplicationsResponse__Output as _identity_v1_ListApplicationsResponse__Output } from './identity/v1/ListApplicationsResponse.js';
import type { ListChangeRequestsRequest as _identity_v1_ListChangeRequestsRequest, ListChangeRequestsRequest__Output as _identity_v1_ListChangeRequestsRequest__Output } from './identity/v1/ListChangeRequestsRequest.js';
import type { ListChangeRequestsResponse as _identity_v1_ListChangeRequestsResponse, ListChangeRequestsResponse__Output as _identity_v1_ListChangeRequestsResponse__Output } from './identity/v1/ListChangeRequestsResponse.js';
import type { ListKeySetsRequest as _identity_v1_ListKeySetsRequest, ListKeySetsRequest__Output as _identity_v1_ListKeySetsRequest__Output } from './identity/v1/ListKeySetsRequest.js';
import type { ListKeySetsResponse as _identity_v1_ListKeySetsResponse, ListKeySetsResponse__Output as _identity_v1_ListKeySetsResponse__Output } from './identity/v1/ListKeySetsResponse.js';
import type { ListMembersRequest as _identity_v1_ListMembersRequest, ListMembersRequest__Output as _identity_v1_ListMembersRequest__Output } from './identity/v1/ListMembersRequest.js';
import type { ListMembersResponse as _identity_v1_ListMembersResponse, ListMembersResponse__Output as _identity_v1_ListMembersResponse__Output } from './identity/v1/ListMembersResponse.js';
import type { ListPeopleRequest as _identity_v1_ListPeopleRequest, ListPeopleRequest__Output as _identity_v1_ListPeopleRequest__Output } from './identity/v1/ListPeopleRequest.js';
import type { ListPeopleResponse as _identity_v1_ListPeopleResponse, ListPeopleResponse__Output as _identity_v1_ListPeopleResponse__Output } from './identity/v1/ListPeopleResponse.js';
import type { ListProvidersRequest as _identity_v1_ListProvidersRequest, ListProvidersRequest__Output as _identity_v1_ListProvidersRequest__Output } from './identity/v1/ListProvidersRequest.js';
import type { ListProvidersResponse as _identity_v1_ListProvidersResponse, ListProvidersResponse__Output as _identity_v1_ListProvidersResponse__Output } from './identity/v1/ListProvidersResponse.js';
import type { ListSecretKeysRequest as _identity_v1_ListSecretKeysRequest, ListSecretKeysRequest__Output as _identity_v1_ListSecretKeysRequest__Output } from './identity/v1/ListSecretKeysRequest.js';
import type { ListSecretKeysResponse as _identity_v1_ListSecretKeysResponse, ListSecretKeysResponse__Output as _identity_v1_ListSecretKeysResponse__Output } from './identity/v1/ListSecretKeysResponse.js';
import type { LookAtIssuerRequest as _identity_v1_LookAtIssuerRequest, LookAtIssuerRequest__Output as _identity_v1_LookAtIssuerRequest__Output } from './identity/v1/LookAtIssuerRequest.js';
import type { LookAtIssuerResponse as _identity_v1_LookAtIssuerResponse, LookAtIssuerResponse__Output as _identity_v1_LookAtIssuerResponse__Output } from './identity/v1/LookAtIssuerResponse.js';
import type { Member as _identity_v1_Member, Member__Output as _identity_v1_Member__Output } from './identity/v1/Member.js';
import type { Membership as _identity_v1_Membership, Membership__Output as _identity_v1_Membership__Output } from './identity/v1/Membership.js';
import type { NamePeopleRequest as _identity_v1_NamePeopleRequest, NamePeopleRequest__Output as _identity_v1_NamePeopleRequest__Output } from './identity/v1/NamePeopleRequest.js';
import type { NamePeopleResponse as _identity_v1_NamePeopleResponse, NamePeopleResponse__Output as _identity_v1_NamePeopleResponse__Output } from './identity/v1/NamePeopleResponse.js';
import type { NamedPerson as _identity_v1_NamedPerson, NamedPerson__Output as _identity_v1_NamedPerson__Output } from './identity/v1/NamedPerson.js';
import type { NewSession as _identity_v1_NewSession, NewSession__Output as _identity_v1_NewSession__Output } from './identity/v1/NewSession.js';
import type { OfChangeRequest as _identity_v1_OfChangeRequest, OfChangeRequest__Output as _identity_v1_OfChangeRequest__Output } from './identity/v1/OfChangeRequest.js';
import type { Origins as _identity_v1_Origins, Origins__Output as _identity_v1_Origins__Output } from './identity/v1/Origins.js';
import type { OwnAccess as _identity_v1_OwnAccess, OwnAccess__Output as _identity_v1_OwnAccess__Output } from './identity/v1/OwnAccess.js';
import type { Passkey as _identity_v1_Passkey, Passkey__Output as _identity_v1_Passkey__Output } from './identity/v1/Passkey.js';
import type { Person as _identity_v1_Person, Person__Output as _identity_v1_Person__Output } from './identity/v1/Person.js';
import type { Provider as _identity_v1_Provider, Provider__Output as _identity_v1_Provider__Output } from './identity/v1/Provider.js';
import type { ProviderIds as _identity_v1_ProviderIds, ProviderIds__Output as _identity_v1_ProviderIds__Output } from './identity/v1/ProviderIds.js';
import type { PublishRootDocumentRequest as _identity_v1_PublishRootDocumentRequest, PublishRootDocumentRequest__Output as _identity_v1_PublishRootDocumentRequest__Output } from './identity/v1/PublishRootDocumentRequest.js';
import type { PublishRootDocumentResponse as _identity_v1_PublishRootDocumentResponse, PublishRootDocumentResponse__Output as _identity_v1_PublishRootDocumentResponse__Output } from './identity/v1/PublishRootDocumentResponse.js';
import type { RefreshKeySetRequest as _identity_v1_RefreshKeySetRequest, RefreshKeySetRequest__Output as _identity_v1_RefreshKeySetRequest__Output } from './identity/v1/RefreshKeySetRequest.js';
import type { RefreshKeySetResponse as _identity_v1_RefreshKeySetResponse, RefreshKeySetResponse__Output as _identity_v1_RefreshKeySetResponse__Output } from './identity/v1/RefreshKeySetResponse.js';
import type { RefreshProviderRequest as _identity_v1_RefreshProviderRequest, RefreshProviderRequest__Output as _identity_v1_RefreshProviderRequest__Output } from './identity/v1/RefreshProviderRequest.js';
import type { RefreshProviderResponse as _identity_v1_RefreshProviderResponse, RefreshProviderResponse__Output as _identity_v1_RefreshProviderResponse__Output } from './identity/v1/RefreshProviderResponse.js';
import type { RemoveMemberRequest as _identity_v1_RemoveMemberRequest, RemoveMemberRequest__Output as _identity_v1_RemoveMemberRequest__Output } from './identity/v1/RemoveMemberRequest.js';
import type { RemoveMemberResponse as _identity_v1_RemoveMemberResponse, RemoveMemberResponse__Output as _identity_v1_RemoveMemberResponse__Output } from './identity/v1/RemoveMemberResponse.js';
import type { RemovePasskeyRequest as _identity_v1_RemovePasskeyRequest, RemovePasskeyRequest__Output as _identity_v1_RemovePasskeyRequest__Output } from './identity/v1/RemovePasskeyRequest.js';
import type { RemovePasskeyResponse as _identity_v1_RemovePasskeyResponse, RemovePasskeyResponse__Output as _identity_v1_RemovePasskeyResponse__Output } from './identity/v1/RemovePasskeyResponse.js';
import type { RenewInvitationRequest as _identity_v1_RenewInvitationRequest, RenewInvitationRequest__Output as _identity_v1_RenewInvitationRequest__Output } from './identity/v1/RenewInvitationRequest.js';
import type { RevokeSecretKeyRequest as _identity_v1_RevokeSecretKeyRequest, RevokeSecretKeyRequest__Output as _identity_v1_RevokeSecretKeyRequest__Output } from './identity/v1/RevokeSecretKeyRequest.js';
import type { RevokeSecretKeyResponse as _identity_v1_RevokeSecretKeyResponse, RevokeSecretKeyResponse__Output as _identity_v1_RevokeSecretKeyResponse__Output } from './identity/v1/RevokeSecretKeyResponse.js';
import type { SecretKey as _identity_v1_SecretKey, SecretKey__Output as _identity_v1_SecretKey__Output } from './identity/v1/SecretKey.js';
import type { Session as _identity_v1_Session, Session__Output as _identity_v1_Session__Output } from './identity/v1/Session.js';
import type { SetApprovalRuleRequest as _identity_v1_SetApprovalRuleRequest, SetApprovalRuleRequest__Output as _identity_v1_SetApprovalRuleRequest__Output } from './identity/v1/SetApprovalRuleRequest.js';
import type { Settings as _identity_v1_Settings, Settings__Output as _identity_v1_Settings__Output } from './identity/v1/Settings.js';
import type { SettingsChanges as _identity_v1_SettingsChanges, SettingsChanges__Output as _identity_v1_SettingsChanges__Output } from './identity/v1/SettingsChanges.js';
import type { SignInRequest as _identity_v1_SignInRequest, SignInRequest__Output as _identity_v1_SignInRequest__Output } from './identity/v1/SignInRequest.js';
import type { StepUpRequest as _identity_v1_StepUpRequest, StepUpRequest__Output as _identity_v1_StepUpRequest__Output } from './identity/v1/StepUpRequest.js';
import type { StepUpResponse as _identity_v1_StepUpResponse, StepUpResponse__Output as _identity_v1_StepUpResponse__Output } from './identity/v1/StepUpResponse.js';
import type { SubmitApplicationDocumentRequest as _identity_v1_SubmitApplicationDocumentRequest, SubmitApplicationDocumentRequest__Output as _identity_v1_SubmitApplicationDocumentRequest__Output } from './identity/v1/SubmitApplicationDocumentRequest.js';
import type { TokenSettings as _identity_v1_TokenSettings, TokenSettings__Output as _identity_v1_TokenSettings__Output } from './identity/v1/TokenSettings.js';
import type { TokenSettingsChanges as _identity_v1_TokenSettingsChanges, TokenSettingsChanges__Output as _identity_v1_TokenSettingsChanges__Output } from './identity/v1/TokenSettingsChanges.js';
import type { TokenTypes as _identity_v1_TokenTypes, TokenTypes__Output as _identity_v1_TokenTypes__Output } from './identity/v1/TokenTypes.js';
import type { UpdateApplicationRequest as _identity_v1_UpdateApplicationRequest, UpdateApplicationRequest__Output as _identity_v1_UpdateApplicationRequest__Output } from './identity/v1/UpdateApplicationRequest.js';
import type { UpdateMemberRequest as _identity_v1_UpdateMemberRequest, UpdateMemberRequest__Output as _identity_v1_UpdateMemberRequest__Output } from './identity/v1/UpdateMemberRequest.js';
import type { UpdateProviderRequest as _identity_v1_UpdateProviderRequest, UpdateProviderRequest__Output as _identity_v1_UpdateProviderRequest__Output } from './identity/v1/UpdateProviderRequest.js';
import type { UpdateSecretKeyRequest as _identity_v1_UpdateSecretKeyRequest, UpdateSecretKeyRequest__Output as _identity_v1_UpdateSecretKeyRequest__Output } from './identity/v1/UpdateSecretKeyRequest.js';
import type { VouchForApproverRequest as _identity_v1_VouchForApproverRequest, VouchForApproverRequest__Output as _identity_v1_VouchForApproverRequest__Output } from './identity/v1/VouchForApproverRequest.js';
import type { VouchForApproverResponse as _identity_v1_VouchForApproverResponse, VouchForApproverResponse__Output as _identity_v1_VouchForApproverResponse__Output } from './identity/v1/VouchForApproverResponse.js';
import type { ApplicationTrust as _trust_v1_ApplicationTrust, ApplicationTrust__Output as _trust_v1_ApplicationTrust__Output } from './trust/v1/ApplicationTrust.js';
import type { KeySet as _trust_v1_KeySet, KeySet__Output as _trust_v1_KeySet__Output } from './trust/v1/KeySet.js';
import type { SignedStatement as _trust_v1_SignedStatement, SignedStatement__Output as _trust_v1_SignedStatement__Output } from './trust/v1/SignedStatement.js';
import type { StatedItem as _trust_v1_StatedItem, StatedItem__Output as _trust_v1_StatedItem__Output } from './trust/v1/StatedItem.js';

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
  event: {
    v1: {
      Event: MessageTypeDefinition<_event_v1_Event, _event_v1_Event__Output>
      ListEventsRequest: MessageTypeDefinition<_event_v1_ListEventsRequest, _event_v1_ListEventsRequest__Output>
      ListEventsResponse: MessageTypeDefinition<_event_v1_ListEventsResponse, _event_v1_ListEventsResponse__Output>
    }
  }
  identity: {
    v1: {
      AcceptInvitationRequest: MessageTypeDefinition<_identity_v1_AcceptInvitationRequest, _identity_v1_AcceptInvitationRequest__Output>
      AddMemberRequest: MessageTypeDefinition<_identity_v1_AddMemberRequest, _identity_v1_AddMemberRequest__Output>
      AddPasskeyRequest: MessageTypeDefinition<_identity_v1_AddPasskeyRequest, _identity_v1_AddPasskeyRequest__Output>
      Application: MessageTypeDefinition<_identity_v1_Application, _identity_v1_Application__Output>
      ApplicationDocument: MessageTypeDefinition<_identity_v1_ApplicationDocument, _identity_v1_ApplicationDocument__Output>
      Approval: MessageTypeDefinition<_identity_v1_Approval, _identity_v1_Approval__Output>
      ApprovalRule: MessageTypeDefinition<_identity_v1_ApprovalRule, _identity_v1_ApprovalRule__Output>
      AskForChangeRequest: MessageTypeDefinition<_identity_v1_AskForChangeRequest, _identity_v1_AskForChangeRequest__Output>
      AuthenticateOperatorRequest: MessageTypeDefinition<_identity_v1_AuthenticateOperatorRequest, _identity_v1_AuthenticateOperatorRequest__Output>
      AuthenticateOperatorResponse: MessageTypeDefinition<_identity_v1_AuthenticateOperatorResponse, _identity_v1_AuthenticateOperatorResponse__Output>
      AuthenticateSecretKeyRequest: MessageTypeDefinition<_identity_v1_AuthenticateSecretKeyRequest, _identity_v1_AuthenticateSecretKeyRequest__Output>
      AuthenticateSecretKeyResponse: MessageTypeDefinition<_identity_v1_AuthenticateSecretKeyResponse, _identity_v1_AuthenticateSecretKeyResponse__Output>
      AuthenticateSessionRequest: MessageTypeDefinition<_identity_v1_AuthenticateSessionRequest, _identity_v1_AuthenticateSessionRequest__Output>
      AuthenticateSessionResponse: MessageTypeDefinition<_identity_v1_AuthenticateSessionResponse, _identity_v1_AuthenticateSessionResponse__Output>
      AuthenticateUserRequest: MessageTypeDefinition<_identity_v1_AuthenticateUserRequest, _identity_v1_AuthenticateUserRequest__Output>
      AuthenticateUserResponse: MessageTypeDefinition<_identity_v1_AuthenticateUserResponse, _identity_v1_AuthenticateUserResponse__Output>
      BeginChangeResponse: MessageTypeDefinition<_identity_v1_BeginChangeResponse, _identity_v1_BeginChangeResponse__Output>
      ChangeRequest: MessageTypeDefinition<_identity_v1_ChangeRequest, _identity_v1_ChangeRequest__Output>
      CreateApplicationRequest: MessageTypeDefinition<_identity_v1_CreateApplicationRequest, _identity_v1_CreateApplicationRequest__Output>
      CreateApplicationResponse: MessageTypeDefinition<_identity_v1_CreateApplicationResponse, _identity_v1_CreateApplicationResponse__Output>
      CreateChallengeRequest: MessageTypeDefinition<_identity_v1_CreateChallengeRequest, _identity_v1_CreateChallengeRequest__Output>
      CreateChallengeResponse: MessageTypeDefinition<_identity_v1_CreateChallengeResponse, _identity_v1_CreateChallengeResponse__Output>
      CreateProviderRequest: MessageTypeDefinition<_identity_v1_CreateProviderRequest, _identity_v1_CreateProviderRequest__Output>
      CreateSecretKeyRequest: MessageTypeDefinition<_identity_v1_CreateSecretKeyRequest, _identity_v1_CreateSecretKeyRequest__Output>
      CreateSecretKeyResponse: MessageTypeDefinition<_identity_v1_CreateSecretKeyResponse, _identity_v1_CreateSecretKeyResponse__Output>
      DecideChangeRequest: MessageTypeDefinition<_identity_v1_DecideChangeRequest, _identity_v1_DecideChangeRequest__Output>
      DeleteProviderRequest: MessageTypeDefinition<_identity_v1_DeleteProviderRequest, _identity_v1_DeleteProviderRequest__Output>
      DeleteProviderResponse: MessageTypeDefinition<_identity_v1_DeleteProviderResponse, _identity_v1_DeleteProviderResponse__Output>
      DisablePersonRequest: MessageTypeDefinition<_identity_v1_DisablePersonRequest, _identity_v1_DisablePersonRequest__Output>
      DisablePersonResponse: MessageTypeDefinition<_identity_v1_DisablePersonResponse, _identity_v1_DisablePersonResponse__Output>
      EndChangeRequest: MessageTypeDefinition<_identity_v1_EndChangeRequest, _identity_v1_EndChangeRequest__Output>
      EndSessionRequest: MessageTypeDefinition<_identity_v1_EndSessionRequest, _identity_v1_EndSessionRequest__Output>
      EndSessionResponse: MessageTypeDefinition<_identity_v1_EndSessionResponse, _identity_v1_EndSessionResponse__Output>
      Features: MessageTypeDefinition<_identity_v1_Features, _identity_v1_Features__Output>
      FeaturesChanges: MessageTypeDefinition<_identity_v1_FeaturesChanges, _identity_v1_FeaturesChanges__Output>
      FindProvidersRequest: MessageTypeDefinition<_identity_v1_FindProvidersRequest, _identity_v1_FindProvidersRequest__Output>
      FindProvidersResponse: MessageTypeDefinition<_identity_v1_FindProvidersResponse, _identity_v1_FindProvidersResponse__Output>
      FoundKey: MessageTypeDefinition<_identity_v1_FoundKey, _identity_v1_FoundKey__Output>
      GetAllowedOriginsRequest: MessageTypeDefinition<_identity_v1_GetAllowedOriginsRequest, _identity_v1_GetAllowedOriginsRequest__Output>
      GetAllowedOriginsResponse: MessageTypeDefinition<_identity_v1_GetAllowedOriginsResponse, _identity_v1_GetAllowedOriginsResponse__Output>
      GetApplicationDocumentRequest: MessageTypeDefinition<_identity_v1_GetApplicationDocumentRequest, _identity_v1_GetApplicationDocumentRequest__Output>
      GetApplicationRequest: MessageTypeDefinition<_identity_v1_GetApplicationRequest, _identity_v1_GetApplicationRequest__Output>
      GetApprovalRuleRequest: MessageTypeDefinition<_identity_v1_GetApprovalRuleRequest, _identity_v1_GetApprovalRuleRequest__Output>
      GetProviderRequest: MessageTypeDefinition<_identity_v1_GetProviderRequest, _identity_v1_GetProviderRequest__Output>
      GetSessionRequest: MessageTypeDefinition<_identity_v1_GetSessionRequest, _identity_v1_GetSessionRequest__Output>
      GetTrustRequest: MessageTypeDefinition<_identity_v1_GetTrustRequest, _identity_v1_GetTrustRequest__Output>
      GetTrustResponse: MessageTypeDefinition<_identity_v1_GetTrustResponse, _identity_v1_GetTrustResponse__Output>
      Grants: MessageTypeDefinition<_identity_v1_Grants, _identity_v1_Grants__Output>
      Identity: SubtypeConstructor<typeof grpc.Client, _identity_v1_IdentityClient> & { service: _identity_v1_IdentityDefinition }
      InvitePersonRequest: MessageTypeDefinition<_identity_v1_InvitePersonRequest, _identity_v1_InvitePersonRequest__Output>
      InvitedPerson: MessageTypeDefinition<_identity_v1_InvitedPerson, _identity_v1_InvitedPerson__Output>
      KeySetAge: MessageTypeDefinition<_identity_v1_KeySetAge, _identity_v1_KeySetAge__Output>
      ListApplicationsRequest: MessageTypeDefinition<_identity_v1_ListApplicationsRequest, _identity_v1_ListApplicationsRequest__Output>
      ListApplicationsResponse: MessageTypeDefinition<_identity_v1_ListApplicationsResponse, _identity_v1_ListApplicationsResponse__Output>
      ListChangeRequestsRequest: MessageTypeDefinition<_identity_v1_ListChangeRequestsRequest, _identity_v1_ListChangeRequestsRequest__Output>
      ListChangeRequestsResponse: MessageTypeDefinition<_identity_v1_ListChangeRequestsResponse, _identity_v1_ListChangeRequestsResponse__Output>
      ListKeySetsRequest: MessageTypeDefinition<_identity_v1_ListKeySetsRequest, _identity_v1_ListKeySetsRequest__Output>
      ListKeySetsResponse: MessageTypeDefinition<_identity_v1_ListKeySetsResponse, _identity_v1_ListKeySetsResponse__Output>
      ListMembersRequest: MessageTypeDefinition<_identity_v1_ListMembersRequest, _identity_v1_ListMembersRequest__Output>
      ListMembersResponse: MessageTypeDefinition<_identity_v1_ListMembersResponse, _identity_v1_ListMembersResponse__Output>
      ListPeopleRequest: MessageTypeDefinition<_identity_v1_ListPeopleRequest, _identity_v1_ListPeopleRequest__Output>
      ListPeopleResponse: MessageTypeDefinition<_identity_v1_ListPeopleResponse, _identity_v1_ListPeopleResponse__Output>
      ListProvidersRequest: MessageTypeDefinition<_identity_v1_ListProvidersRequest, _identity_v1_ListProvidersRequest__Output>
      ListProvidersResponse: MessageTypeDefinition<_identity_v1_ListProvidersResponse, _identity_v1_ListProvidersResponse__Output>
      ListSecretKeysRequest: MessageTypeDefinition<_identity_v1_ListSecretKeysRequest, _identity_v1_ListSecretKeysRequest__Output>
      ListSecretKeysResponse: MessageTypeDefinition<_identity_v1_ListSecretKeysResponse, _identity_v1_ListSecretKeysResponse__Output>
      LookAtIssuerRequest: MessageTypeDefinition<_identity_v1_LookAtIssuerRequest, _identity_v1_LookAtIssuerRequest__Output>
      LookAtIssuerResponse: MessageTypeDefinition<_identity_v1_LookAtIssuerResponse, _identity_v1_LookAtIssuerResponse__Output>
      Member: MessageTypeDefinition<_identity_v1_Member, _identity_v1_Member__Output>
      Membership: MessageTypeDefinition<_identity_v1_Membership, _identity_v1_Membership__Output>
      NamePeopleRequest: MessageTypeDefinition<_identity_v1_NamePeopleRequest, _identity_v1_NamePeopleRequest__Output>
      NamePeopleResponse: MessageTypeDefinition<_identity_v1_NamePeopleResponse, _identity_v1_NamePeopleResponse__Output>
      NamedPerson: MessageTypeDefinition<_identity_v1_NamedPerson, _identity_v1_NamedPerson__Output>
      NewSession: MessageTypeDefinition<_identity_v1_NewSession, _identity_v1_NewSession__Output>
      OfChangeRequest: MessageTypeDefinition<_identity_v1_OfChangeRequest, _identity_v1_OfChangeRequest__Output>
      Origins: MessageTypeDefinition<_identity_v1_Origins, _identity_v1_Origins__Output>
      OwnAccess: MessageTypeDefinition<_identity_v1_OwnAccess, _identity_v1_OwnAccess__Output>
      Passkey: MessageTypeDefinition<_identity_v1_Passkey, _identity_v1_Passkey__Output>
      Person: MessageTypeDefinition<_identity_v1_Person, _identity_v1_Person__Output>
      Provider: MessageTypeDefinition<_identity_v1_Provider, _identity_v1_Provider__Output>
      ProviderIds: MessageTypeDefinition<_identity_v1_ProviderIds, _identity_v1_ProviderIds__Output>
      PublishRootDocumentRequest: MessageTypeDefinition<_identity_v1_PublishRootDocumentRequest, _identity_v1_PublishRootDocumentRequest__Output>
      PublishRootDocumentResponse: MessageTypeDefinition<_identity_v1_PublishRootDocumentResponse, _identity_v1_PublishRootDocumentResponse__Output>
      RefreshKeySetRequest: MessageTypeDefinition<_identity_v1_RefreshKeySetRequest, _identity_v1_RefreshKeySetRequest__Output>
      RefreshKeySetResponse: MessageTypeDefinition<_identity_v1_RefreshKeySetResponse, _identity_v1_RefreshKeySetResponse__Output>
      RefreshProviderRequest: MessageTypeDefinition<_identity_v1_RefreshProviderRequest, _identity_v1_RefreshProviderRequest__Output>
      RefreshProviderResponse: MessageTypeDefinition<_identity_v1_RefreshProviderResponse, _identity_v1_RefreshProviderResponse__Output>
      RemoveMemberRequest: MessageTypeDefinition<_identity_v1_RemoveMemberRequest, _identity_v1_RemoveMemberRequest__Output>
      RemoveMemberResponse: MessageTypeDefinition<_identity_v1_RemoveMemberResponse, _identity_v1_RemoveMemberResponse__Output>
      RemovePasskeyRequest: MessageTypeDefinition<_identity_v1_RemovePasskeyRequest, _identity_v1_RemovePasskeyRequest__Output>
      RemovePasskeyResponse: MessageTypeDefinition<_identity_v1_RemovePasskeyResponse, _identity_v1_RemovePasskeyResponse__Output>
      RenewInvitationRequest: MessageTypeDefinition<_identity_v1_RenewInvitationRequest, _identity_v1_RenewInvitationRequest__Output>
      RevokeSecretKeyRequest: MessageTypeDefinition<_identity_v1_RevokeSecretKeyRequest, _identity_v1_RevokeSecretKeyRequest__Output>
      RevokeSecretKeyResponse: MessageTypeDefinition<_identity_v1_RevokeSecretKeyResponse, _identity_v1_RevokeSecretKeyResponse__Output>
      SecretKey: MessageTypeDefinition<_identity_v1_SecretKey, _identity_v1_SecretKey__Output>
      Session: MessageTypeDefinition<_identity_v1_Session, _identity_v1_Session__Output>
      SetApprovalRuleRequest: MessageTypeDefinition<_identity_v1_SetApprovalRuleRequest, _identity_v1_SetApprovalRuleRequest__Output>
      Settings: MessageTypeDefinition<_identity_v1_Settings, _identity_v1_Settings__Output>
      SettingsChanges: MessageTypeDefinition<_identity_v1_SettingsChanges, _identity_v1_SettingsChanges__Output>
      SignInRequest: MessageTypeDefinition<_identity_v1_SignInRequest, _identity_v1_SignInRequest__Output>
      StepUpRequest: MessageTypeDefinition<_identity_v1_StepUpRequest, _identity_v1_StepUpRequest__Output>
      StepUpResponse: MessageTypeDefinition<_identity_v1_StepUpResponse, _identity_v1_StepUpResponse__Output>
      SubmitApplicationDocumentRequest: MessageTypeDefinition<_identity_v1_SubmitApplicationDocumentRequest, _identity_v1_SubmitApplicationDocumentRequest__Output>
      TokenSettings: MessageTypeDefinition<_identity_v1_TokenSettings, _identity_v1_TokenSettings__Output>
      TokenSettingsChanges: MessageTypeDefinition<_identity_v1_TokenSettingsChanges, _identity_v1_TokenSettingsChanges__Output>
      TokenTypes: MessageTypeDefinition<_identity_v1_TokenTypes, _identity_v1_TokenTypes__Output>
      UpdateApplicationRequest: MessageTypeDefinition<_identity_v1_UpdateApplicationRequest, _identity_v1_UpdateApplicationRequest__Output>
      UpdateMemberRequest: MessageTypeDefinition<_identity_v1_UpdateMemberRequest, _identity_v1_UpdateMemberRequest__Output>
      UpdateProviderRequest: MessageTypeDefinition<_identity_v1_UpdateProviderRequest, _identity_v1_UpdateProviderRequest__Output>
      UpdateSecretKeyRequest: MessageTypeDefinition<_identity_v1_UpdateSecretKeyRequest, _identity_v1_UpdateSecretKeyRequest__Output>
      VouchForApproverRequest: MessageTypeDefinition<_identity_v1_VouchForApproverRequest, _identity_v1_VouchForApproverRequest__Output>
      VouchForApproverResponse: MessageTypeDefinition<_identity_v1_VouchForApproverResponse, _identity_v1_VouchForApproverResponse__Output>
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
}

