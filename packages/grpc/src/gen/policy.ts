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
import type { ApprovalRecord as _policy_v1_ApprovalRecord, ApprovalRecord__Output as _policy_v1_ApprovalRecord__Output } from './policy/v1/ApprovalRecord.js';
import type { ChainIds as _policy_v1_ChainIds, ChainIds__Output as _policy_v1_ChainIds__Output } from './policy/v1/ChainIds.js';
import type { Condition as _policy_v1_Condition, Condition__Output as _policy_v1_Condition__Output } from './policy/v1/Condition.js';
import type { ConditionRecord as _policy_v1_ConditionRecord, ConditionRecord__Output as _policy_v1_ConditionRecord__Output } from './policy/v1/ConditionRecord.js';
import type { CreatePolicyRequest as _policy_v1_CreatePolicyRequest, CreatePolicyRequest__Output as _policy_v1_CreatePolicyRequest__Output } from './policy/v1/CreatePolicyRequest.js';
import type { CreateSignatureChallengeResponse as _policy_v1_CreateSignatureChallengeResponse, CreateSignatureChallengeResponse__Output as _policy_v1_CreateSignatureChallengeResponse__Output } from './policy/v1/CreateSignatureChallengeResponse.js';
import type { DecideSignatureRequest as _policy_v1_DecideSignatureRequest, DecideSignatureRequest__Output as _policy_v1_DecideSignatureRequest__Output } from './policy/v1/DecideSignatureRequest.js';
import type { DecisionAgain as _policy_v1_DecisionAgain, DecisionAgain__Output as _policy_v1_DecisionAgain__Output } from './policy/v1/DecisionAgain.js';
import type { DecisionFilter as _policy_v1_DecisionFilter, DecisionFilter__Output as _policy_v1_DecisionFilter__Output } from './policy/v1/DecisionFilter.js';
import type { DecisionRecord as _policy_v1_DecisionRecord, DecisionRecord__Output as _policy_v1_DecisionRecord__Output } from './policy/v1/DecisionRecord.js';
import type { DeletePolicyRequest as _policy_v1_DeletePolicyRequest, DeletePolicyRequest__Output as _policy_v1_DeletePolicyRequest__Output } from './policy/v1/DeletePolicyRequest.js';
import type { DeletePolicyResponse as _policy_v1_DeletePolicyResponse, DeletePolicyResponse__Output as _policy_v1_DeletePolicyResponse__Output } from './policy/v1/DeletePolicyResponse.js';
import type { Description as _policy_v1_Description, Description__Output as _policy_v1_Description__Output } from './policy/v1/Description.js';
import type { EvaluateDecisionsRequest as _policy_v1_EvaluateDecisionsRequest, EvaluateDecisionsRequest__Output as _policy_v1_EvaluateDecisionsRequest__Output } from './policy/v1/EvaluateDecisionsRequest.js';
import type { EvaluateDecisionsResponse as _policy_v1_EvaluateDecisionsResponse, EvaluateDecisionsResponse__Output as _policy_v1_EvaluateDecisionsResponse__Output } from './policy/v1/EvaluateDecisionsResponse.js';
import type { EvaluateDryRunRequest as _policy_v1_EvaluateDryRunRequest, EvaluateDryRunRequest__Output as _policy_v1_EvaluateDryRunRequest__Output } from './policy/v1/EvaluateDryRunRequest.js';
import type { EvaluateDryRunResponse as _policy_v1_EvaluateDryRunResponse, EvaluateDryRunResponse__Output as _policy_v1_EvaluateDryRunResponse__Output } from './policy/v1/EvaluateDryRunResponse.js';
import type { EvaluateRequest as _policy_v1_EvaluateRequest, EvaluateRequest__Output as _policy_v1_EvaluateRequest__Output } from './policy/v1/EvaluateRequest.js';
import type { EvaluateResponse as _policy_v1_EvaluateResponse, EvaluateResponse__Output as _policy_v1_EvaluateResponse__Output } from './policy/v1/EvaluateResponse.js';
import type { Explanation as _policy_v1_Explanation, Explanation__Output as _policy_v1_Explanation__Output } from './policy/v1/Explanation.js';
import type { FoundWarning as _policy_v1_FoundWarning, FoundWarning__Output as _policy_v1_FoundWarning__Output } from './policy/v1/FoundWarning.js';
import type { GetDecisionRequest as _policy_v1_GetDecisionRequest, GetDecisionRequest__Output as _policy_v1_GetDecisionRequest__Output } from './policy/v1/GetDecisionRequest.js';
import type { GetPolicyRequest as _policy_v1_GetPolicyRequest, GetPolicyRequest__Output as _policy_v1_GetPolicyRequest__Output } from './policy/v1/GetPolicyRequest.js';
import type { GetSettingsRequest as _policy_v1_GetSettingsRequest, GetSettingsRequest__Output as _policy_v1_GetSettingsRequest__Output } from './policy/v1/GetSettingsRequest.js';
import type { GivenApproval as _policy_v1_GivenApproval, GivenApproval__Output as _policy_v1_GivenApproval__Output } from './policy/v1/GivenApproval.js';
import type { ListDecisionsRequest as _policy_v1_ListDecisionsRequest, ListDecisionsRequest__Output as _policy_v1_ListDecisionsRequest__Output } from './policy/v1/ListDecisionsRequest.js';
import type { ListDecisionsResponse as _policy_v1_ListDecisionsResponse, ListDecisionsResponse__Output as _policy_v1_ListDecisionsResponse__Output } from './policy/v1/ListDecisionsResponse.js';
import type { ListPoliciesRequest as _policy_v1_ListPoliciesRequest, ListPoliciesRequest__Output as _policy_v1_ListPoliciesRequest__Output } from './policy/v1/ListPoliciesRequest.js';
import type { ListPoliciesResponse as _policy_v1_ListPoliciesResponse, ListPoliciesResponse__Output as _policy_v1_ListPoliciesResponse__Output } from './policy/v1/ListPoliciesResponse.js';
import type { ListPolicyRevisionsRequest as _policy_v1_ListPolicyRevisionsRequest, ListPolicyRevisionsRequest__Output as _policy_v1_ListPolicyRevisionsRequest__Output } from './policy/v1/ListPolicyRevisionsRequest.js';
import type { ListPolicyRevisionsResponse as _policy_v1_ListPolicyRevisionsResponse, ListPolicyRevisionsResponse__Output as _policy_v1_ListPolicyRevisionsResponse__Output } from './policy/v1/ListPolicyRevisionsResponse.js';
import type { ListSignatureRequestsRequest as _policy_v1_ListSignatureRequestsRequest, ListSignatureRequestsRequest__Output as _policy_v1_ListSignatureRequestsRequest__Output } from './policy/v1/ListSignatureRequestsRequest.js';
import type { ListSignatureRequestsResponse as _policy_v1_ListSignatureRequestsResponse, ListSignatureRequestsResponse__Output as _policy_v1_ListSignatureRequestsResponse__Output } from './policy/v1/ListSignatureRequestsResponse.js';
import type { ListWarningsRequest as _policy_v1_ListWarningsRequest, ListWarningsRequest__Output as _policy_v1_ListWarningsRequest__Output } from './policy/v1/ListWarningsRequest.js';
import type { ListWarningsResponse as _policy_v1_ListWarningsResponse, ListWarningsResponse__Output as _policy_v1_ListWarningsResponse__Output } from './policy/v1/ListWarningsResponse.js';
import type { MfaDemand as _policy_v1_MfaDemand, MfaDemand__Output as _policy_v1_MfaDemand__Output } from './policy/v1/MfaDemand.js';
import type { NamedPolicy as _policy_v1_NamedPolicy, NamedPolicy__Output as _policy_v1_NamedPolicy__Output } from './policy/v1/NamedPolicy.js';
import type { NamedRule as _policy_v1_NamedRule, NamedRule__Output as _policy_v1_NamedRule__Output } from './policy/v1/NamedRule.js';
import type { OfSignatureRequest as _policy_v1_OfSignatureRequest, OfSignatureRequest__Output as _policy_v1_OfSignatureRequest__Output } from './policy/v1/OfSignatureRequest.js';
import type { PolicyClient as _policy_v1_PolicyClient, PolicyDefinition as _policy_v1_PolicyDefinition } from './policy/v1/Policy.js';
import type { PolicyChanges as _policy_v1_PolicyChanges, PolicyChanges__Output as _policy_v1_PolicyChanges__Output } from './policy/v1/PolicyChanges.js';
import type { PolicyDraft as _policy_v1_PolicyDraft, PolicyDraft__Output as _policy_v1_PolicyDraft__Output } from './policy/v1/PolicyDraft.js';
import type { PolicyNotApplicable as _policy_v1_PolicyNotApplicable, PolicyNotApplicable__Output as _policy_v1_PolicyNotApplicable__Output } from './policy/v1/PolicyNotApplicable.js';
import type { PolicyRecord as _policy_v1_PolicyRecord, PolicyRecord__Output as _policy_v1_PolicyRecord__Output } from './policy/v1/PolicyRecord.js';
import type { PolicyRevision as _policy_v1_PolicyRevision, PolicyRevision__Output as _policy_v1_PolicyRevision__Output } from './policy/v1/PolicyRevision.js';
import type { ReleaseReservationRequest as _policy_v1_ReleaseReservationRequest, ReleaseReservationRequest__Output as _policy_v1_ReleaseReservationRequest__Output } from './policy/v1/ReleaseReservationRequest.js';
import type { ReleaseReservationResponse as _policy_v1_ReleaseReservationResponse, ReleaseReservationResponse__Output as _policy_v1_ReleaseReservationResponse__Output } from './policy/v1/ReleaseReservationResponse.js';
import type { Rule as _policy_v1_Rule, Rule__Output as _policy_v1_Rule__Output } from './policy/v1/Rule.js';
import type { RuleList as _policy_v1_RuleList, RuleList__Output as _policy_v1_RuleList__Output } from './policy/v1/RuleList.js';
import type { RuleRecord as _policy_v1_RuleRecord, RuleRecord__Output as _policy_v1_RuleRecord__Output } from './policy/v1/RuleRecord.js';
import type { Ruling as _policy_v1_Ruling, Ruling__Output as _policy_v1_Ruling__Output } from './policy/v1/Ruling.js';
import type { ScalarList as _policy_v1_ScalarList, ScalarList__Output as _policy_v1_ScalarList__Output } from './policy/v1/ScalarList.js';
import type { SetMinimumRecordVersionRequest as _policy_v1_SetMinimumRecordVersionRequest, SetMinimumRecordVersionRequest__Output as _policy_v1_SetMinimumRecordVersionRequest__Output } from './policy/v1/SetMinimumRecordVersionRequest.js';
import type { SetMinimumRecordVersionResponse as _policy_v1_SetMinimumRecordVersionResponse, SetMinimumRecordVersionResponse__Output as _policy_v1_SetMinimumRecordVersionResponse__Output } from './policy/v1/SetMinimumRecordVersionResponse.js';
import type { Settings as _policy_v1_Settings, Settings__Output as _policy_v1_Settings__Output } from './policy/v1/Settings.js';
import type { SettingsChanges as _policy_v1_SettingsChanges, SettingsChanges__Output as _policy_v1_SettingsChanges__Output } from './policy/v1/SettingsChanges.js';
import type { SignatureApproval as _policy_v1_SignatureApproval, SignatureApproval__Output as _policy_v1_SignatureApproval__Output } from './policy/v1/SignatureApproval.js';
import type { SignatureRequest as _policy_v1_SignatureRequest, SignatureRequest__Output as _policy_v1_SignatureRequest__Output } from './policy/v1/SignatureRequest.js';
import type { Texts as _policy_v1_Texts, Texts__Output as _policy_v1_Texts__Output } from './policy/v1/Texts.js';
import type { UpdatePolicyRequest as _policy_v1_UpdatePolicyRequest, UpdatePolicyRequest__Output as _policy_v1_UpdatePolicyRequest__Output } from './policy/v1/UpdatePolicyRequest.js';
import type { UpdateSettingsRequest as _policy_v1_UpdateSettingsRequest, UpdateSettingsRequest__Output as _policy_v1_UpdateSettingsRequest__Output } from './policy/v1/UpdateSettingsRequest.js';
import type { Value as _policy_v1_Value, Value__Output as _policy_v1_Value__Output } from './policy/v1/Value.js';
import type { ValueList as _policy_v1_ValueList, ValueList__Output as _policy_v1_ValueList__Output } from './policy/v1/ValueList.js';
import type { Warning as _policy_v1_Warning, Warning__Output as _policy_v1_Warning__Output } from './policy/v1/Warning.js';
import type { WithdrawApprovalsRequest as _policy_v1_WithdrawApprovalsRequest, WithdrawApprovalsRequest__Output as _policy_v1_WithdrawApprovalsRequest__Output } from './policy/v1/WithdrawApprovalsRequest.js';
import type { WithdrawApprovalsResponse as _policy_v1_WithdrawApprovalsResponse, WithdrawApprovalsResponse__Output as _policy_v1_WithdrawApprovalsResponse__Output } from './policy/v1/WithdrawApprovalsResponse.js';

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
  policy: {
    v1: {
      ApprovalRecord: MessageTypeDefinition<_policy_v1_ApprovalRecord, _policy_v1_ApprovalRecord__Output>
      ChainIds: MessageTypeDefinition<_policy_v1_ChainIds, _policy_v1_ChainIds__Output>
      Condition: MessageTypeDefinition<_policy_v1_Condition, _policy_v1_Condition__Output>
      ConditionRecord: MessageTypeDefinition<_policy_v1_ConditionRecord, _policy_v1_ConditionRecord__Output>
      CreatePolicyRequest: MessageTypeDefinition<_policy_v1_CreatePolicyRequest, _policy_v1_CreatePolicyRequest__Output>
      CreateSignatureChallengeResponse: MessageTypeDefinition<_policy_v1_CreateSignatureChallengeResponse, _policy_v1_CreateSignatureChallengeResponse__Output>
      DecideSignatureRequest: MessageTypeDefinition<_policy_v1_DecideSignatureRequest, _policy_v1_DecideSignatureRequest__Output>
      DecisionAgain: MessageTypeDefinition<_policy_v1_DecisionAgain, _policy_v1_DecisionAgain__Output>
      DecisionFilter: MessageTypeDefinition<_policy_v1_DecisionFilter, _policy_v1_DecisionFilter__Output>
      DecisionRecord: MessageTypeDefinition<_policy_v1_DecisionRecord, _policy_v1_DecisionRecord__Output>
      DeletePolicyRequest: MessageTypeDefinition<_policy_v1_DeletePolicyRequest, _policy_v1_DeletePolicyRequest__Output>
      DeletePolicyResponse: MessageTypeDefinition<_policy_v1_DeletePolicyResponse, _policy_v1_DeletePolicyResponse__Output>
      Description: MessageTypeDefinition<_policy_v1_Description, _policy_v1_Description__Output>
      EvaluateDecisionsRequest: MessageTypeDefinition<_policy_v1_EvaluateDecisionsRequest, _policy_v1_EvaluateDecisionsRequest__Output>
      EvaluateDecisionsResponse: MessageTypeDefinition<_policy_v1_EvaluateDecisionsResponse, _policy_v1_EvaluateDecisionsResponse__Output>
      EvaluateDryRunRequest: MessageTypeDefinition<_policy_v1_EvaluateDryRunRequest, _policy_v1_EvaluateDryRunRequest__Output>
      EvaluateDryRunResponse: MessageTypeDefinition<_policy_v1_EvaluateDryRunResponse, _policy_v1_EvaluateDryRunResponse__Output>
      EvaluateRequest: MessageTypeDefinition<_policy_v1_EvaluateRequest, _policy_v1_EvaluateRequest__Output>
      EvaluateResponse: MessageTypeDefinition<_policy_v1_EvaluateResponse, _policy_v1_EvaluateResponse__Output>
      Explanation: MessageTypeDefinition<_policy_v1_Explanation, _policy_v1_Explanation__Output>
      FoundWarning: MessageTypeDefinition<_policy_v1_FoundWarning, _policy_v1_FoundWarning__Output>
      GetDecisionRequest: MessageTypeDefinition<_policy_v1_GetDecisionRequest, _policy_v1_GetDecisionRequest__Output>
      GetPolicyRequest: MessageTypeDefinition<_policy_v1_GetPolicyRequest, _policy_v1_GetPolicyRequest__Output>
      GetSettingsRequest: MessageTypeDefinition<_policy_v1_GetSettingsRequest, _policy_v1_GetSettingsRequest__Output>
      GivenApproval: MessageTypeDefinition<_policy_v1_GivenApproval, _policy_v1_GivenApproval__Output>
      ListDecisionsRequest: MessageTypeDefinition<_policy_v1_ListDecisionsRequest, _policy_v1_ListDecisionsRequest__Output>
      ListDecisionsResponse: MessageTypeDefinition<_policy_v1_ListDecisionsResponse, _policy_v1_ListDecisionsResponse__Output>
      ListPoliciesRequest: MessageTypeDefinition<_policy_v1_ListPoliciesRequest, _policy_v1_ListPoliciesRequest__Output>
      ListPoliciesResponse: MessageTypeDefinition<_policy_v1_ListPoliciesResponse, _policy_v1_ListPoliciesResponse__Output>
      ListPolicyRevisionsRequest: MessageTypeDefinition<_policy_v1_ListPolicyRevisionsRequest, _policy_v1_ListPolicyRevisionsRequest__Output>
      ListPolicyRevisionsResponse: MessageTypeDefinition<_policy_v1_ListPolicyRevisionsResponse, _policy_v1_ListPolicyRevisionsResponse__Output>
      ListSignatureRequestsRequest: MessageTypeDefinition<_policy_v1_ListSignatureRequestsRequest, _policy_v1_ListSignatureRequestsRequest__Output>
      ListSignatureRequestsResponse: MessageTypeDefinition<_policy_v1_ListSignatureRequestsResponse, _policy_v1_ListSignatureRequestsResponse__Output>
      ListWarningsRequest: MessageTypeDefinition<_policy_v1_ListWarningsRequest, _policy_v1_ListWarningsRequest__Output>
      ListWarningsResponse: MessageTypeDefinition<_policy_v1_ListWarningsResponse, _policy_v1_ListWarningsResponse__Output>
      MfaDemand: MessageTypeDefinition<_policy_v1_MfaDemand, _policy_v1_MfaDemand__Output>
      NamedPolicy: MessageTypeDefinition<_policy_v1_NamedPolicy, _policy_v1_NamedPolicy__Output>
      NamedRule: MessageTypeDefinition<_policy_v1_NamedRule, _policy_v1_NamedRule__Output>
      OfSignatureRequest: MessageTypeDefinition<_policy_v1_OfSignatureRequest, _policy_v1_OfSignatureRequest__Output>
      Policy: SubtypeConstructor<typeof grpc.Client, _policy_v1_PolicyClient> & { service: _policy_v1_PolicyDefinition }
      PolicyChanges: MessageTypeDefinition<_policy_v1_PolicyChanges, _policy_v1_PolicyChanges__Output>
      PolicyDraft: MessageTypeDefinition<_policy_v1_PolicyDraft, _policy_v1_PolicyDraft__Output>
      PolicyNotApplicable: MessageTypeDefinition<_policy_v1_PolicyNotApplicable, _policy_v1_PolicyNotApplicable__Output>
      PolicyRecord: MessageTypeDefinition<_policy_v1_PolicyRecord, _policy_v1_PolicyRecord__Output>
      PolicyRevision: MessageTypeDefinition<_policy_v1_PolicyRevision, _policy_v1_PolicyRevision__Output>
      ReleaseReservationRequest: MessageTypeDefinition<_policy_v1_ReleaseReservationRequest, _policy_v1_ReleaseReservationRequest__Output>
      ReleaseReservationResponse: MessageTypeDefinition<_policy_v1_ReleaseReservationResponse, _policy_v1_ReleaseReservationResponse__Output>
      Rule: MessageTypeDefinition<_policy_v1_Rule, _policy_v1_Rule__Output>
      RuleList: MessageTypeDefinition<_policy_v1_RuleList, _policy_v1_RuleList__Output>
      RuleRecord: MessageTypeDefinition<_policy_v1_RuleRecord, _policy_v1_RuleRecord__Output>
      Ruling: MessageTypeDefinition<_policy_v1_Ruling, _policy_v1_Ruling__Output>
      ScalarList: MessageTypeDefinition<_policy_v1_ScalarList, _policy_v1_ScalarList__Output>
      SetMinimumRecordVersionRequest: MessageTypeDefinition<_policy_v1_SetMinimumRecordVersionRequest, _policy_v1_SetMinimumRecordVersionRequest__Output>
      SetMinimumRecordVersionResponse: MessageTypeDefinition<_policy_v1_SetMinimumRecordVersionResponse, _policy_v1_SetMinimumRecordVersionResponse__Output>
      Settings: MessageTypeDefinition<_policy_v1_Settings, _policy_v1_Settings__Output>
      SettingsChanges: MessageTypeDefinition<_policy_v1_SettingsChanges, _policy_v1_SettingsChanges__Output>
      SignatureApproval: MessageTypeDefinition<_policy_v1_SignatureApproval, _policy_v1_SignatureApproval__Output>
      SignatureRequest: MessageTypeDefinition<_policy_v1_SignatureRequest, _policy_v1_SignatureRequest__Output>
      Texts: MessageTypeDefinition<_policy_v1_Texts, _policy_v1_Texts__Output>
      UpdatePolicyRequest: MessageTypeDefinition<_policy_v1_UpdatePolicyRequest, _policy_v1_UpdatePolicyRequest__Output>
      UpdateSettingsRequest: MessageTypeDefinition<_policy_v1_UpdateSettingsRequest, _policy_v1_UpdateSettingsRequest__Output>
      Value: MessageTypeDefinition<_policy_v1_Value, _policy_v1_Value__Output>
      ValueList: MessageTypeDefinition<_policy_v1_ValueList, _policy_v1_ValueList__Output>
      Warning: MessageTypeDefinition<_policy_v1_Warning, _policy_v1_Warning__Output>
      WithdrawApprovalsRequest: MessageTypeDefinition<_policy_v1_WithdrawApprovalsRequest, _policy_v1_WithdrawApprovalsRequest__Output>
      WithdrawApprovalsResponse: MessageTypeDefinition<_policy_v1_WithdrawApprovalsResponse, _policy_v1_WithdrawApprovalsResponse__Output>
    }
  }
}

