// Original file: proto/policy/v1/policy.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CallFrames as _call_stream_v1_CallFrames, CallFrames__Output as _call_stream_v1_CallFrames__Output } from '../../call_stream/v1/CallFrames.js';
import type { CreatePolicyRequest as _policy_v1_CreatePolicyRequest, CreatePolicyRequest__Output as _policy_v1_CreatePolicyRequest__Output } from '../../policy/v1/CreatePolicyRequest.js';
import type { CreateSignatureChallengeResponse as _policy_v1_CreateSignatureChallengeResponse, CreateSignatureChallengeResponse__Output as _policy_v1_CreateSignatureChallengeResponse__Output } from '../../policy/v1/CreateSignatureChallengeResponse.js';
import type { DecideSignatureRequest as _policy_v1_DecideSignatureRequest, DecideSignatureRequest__Output as _policy_v1_DecideSignatureRequest__Output } from '../../policy/v1/DecideSignatureRequest.js';
import type { DecisionRecord as _policy_v1_DecisionRecord, DecisionRecord__Output as _policy_v1_DecisionRecord__Output } from '../../policy/v1/DecisionRecord.js';
import type { DeletePolicyRequest as _policy_v1_DeletePolicyRequest, DeletePolicyRequest__Output as _policy_v1_DeletePolicyRequest__Output } from '../../policy/v1/DeletePolicyRequest.js';
import type { DeletePolicyResponse as _policy_v1_DeletePolicyResponse, DeletePolicyResponse__Output as _policy_v1_DeletePolicyResponse__Output } from '../../policy/v1/DeletePolicyResponse.js';
import type { EvaluateDecisionsRequest as _policy_v1_EvaluateDecisionsRequest, EvaluateDecisionsRequest__Output as _policy_v1_EvaluateDecisionsRequest__Output } from '../../policy/v1/EvaluateDecisionsRequest.js';
import type { EvaluateDecisionsResponse as _policy_v1_EvaluateDecisionsResponse, EvaluateDecisionsResponse__Output as _policy_v1_EvaluateDecisionsResponse__Output } from '../../policy/v1/EvaluateDecisionsResponse.js';
import type { EvaluateDryRunRequest as _policy_v1_EvaluateDryRunRequest, EvaluateDryRunRequest__Output as _policy_v1_EvaluateDryRunRequest__Output } from '../../policy/v1/EvaluateDryRunRequest.js';
import type { EvaluateDryRunResponse as _policy_v1_EvaluateDryRunResponse, EvaluateDryRunResponse__Output as _policy_v1_EvaluateDryRunResponse__Output } from '../../policy/v1/EvaluateDryRunResponse.js';
import type { EvaluateRequest as _policy_v1_EvaluateRequest, EvaluateRequest__Output as _policy_v1_EvaluateRequest__Output } from '../../policy/v1/EvaluateRequest.js';
import type { EvaluateResponse as _policy_v1_EvaluateResponse, EvaluateResponse__Output as _policy_v1_EvaluateResponse__Output } from '../../policy/v1/EvaluateResponse.js';
import type { ForgetChangesRequest as _change_v1_ForgetChangesRequest, ForgetChangesRequest__Output as _change_v1_ForgetChangesRequest__Output } from '../../change/v1/ForgetChangesRequest.js';
import type { ForgetChangesResponse as _change_v1_ForgetChangesResponse, ForgetChangesResponse__Output as _change_v1_ForgetChangesResponse__Output } from '../../change/v1/ForgetChangesResponse.js';
import type { GetDecisionRequest as _policy_v1_GetDecisionRequest, GetDecisionRequest__Output as _policy_v1_GetDecisionRequest__Output } from '../../policy/v1/GetDecisionRequest.js';
import type { GetPolicyRequest as _policy_v1_GetPolicyRequest, GetPolicyRequest__Output as _policy_v1_GetPolicyRequest__Output } from '../../policy/v1/GetPolicyRequest.js';
import type { GetSettingsRequest as _policy_v1_GetSettingsRequest, GetSettingsRequest__Output as _policy_v1_GetSettingsRequest__Output } from '../../policy/v1/GetSettingsRequest.js';
import type { ListChangesRequest as _change_v1_ListChangesRequest, ListChangesRequest__Output as _change_v1_ListChangesRequest__Output } from '../../change/v1/ListChangesRequest.js';
import type { ListChangesResponse as _change_v1_ListChangesResponse, ListChangesResponse__Output as _change_v1_ListChangesResponse__Output } from '../../change/v1/ListChangesResponse.js';
import type { ListDecisionsRequest as _policy_v1_ListDecisionsRequest, ListDecisionsRequest__Output as _policy_v1_ListDecisionsRequest__Output } from '../../policy/v1/ListDecisionsRequest.js';
import type { ListDecisionsResponse as _policy_v1_ListDecisionsResponse, ListDecisionsResponse__Output as _policy_v1_ListDecisionsResponse__Output } from '../../policy/v1/ListDecisionsResponse.js';
import type { ListEventsRequest as _event_v1_ListEventsRequest, ListEventsRequest__Output as _event_v1_ListEventsRequest__Output } from '../../event/v1/ListEventsRequest.js';
import type { ListEventsResponse as _event_v1_ListEventsResponse, ListEventsResponse__Output as _event_v1_ListEventsResponse__Output } from '../../event/v1/ListEventsResponse.js';
import type { ListPoliciesRequest as _policy_v1_ListPoliciesRequest, ListPoliciesRequest__Output as _policy_v1_ListPoliciesRequest__Output } from '../../policy/v1/ListPoliciesRequest.js';
import type { ListPoliciesResponse as _policy_v1_ListPoliciesResponse, ListPoliciesResponse__Output as _policy_v1_ListPoliciesResponse__Output } from '../../policy/v1/ListPoliciesResponse.js';
import type { ListPolicyRevisionsRequest as _policy_v1_ListPolicyRevisionsRequest, ListPolicyRevisionsRequest__Output as _policy_v1_ListPolicyRevisionsRequest__Output } from '../../policy/v1/ListPolicyRevisionsRequest.js';
import type { ListPolicyRevisionsResponse as _policy_v1_ListPolicyRevisionsResponse, ListPolicyRevisionsResponse__Output as _policy_v1_ListPolicyRevisionsResponse__Output } from '../../policy/v1/ListPolicyRevisionsResponse.js';
import type { ListSignatureRequestsRequest as _policy_v1_ListSignatureRequestsRequest, ListSignatureRequestsRequest__Output as _policy_v1_ListSignatureRequestsRequest__Output } from '../../policy/v1/ListSignatureRequestsRequest.js';
import type { ListSignatureRequestsResponse as _policy_v1_ListSignatureRequestsResponse, ListSignatureRequestsResponse__Output as _policy_v1_ListSignatureRequestsResponse__Output } from '../../policy/v1/ListSignatureRequestsResponse.js';
import type { ListWarningsRequest as _policy_v1_ListWarningsRequest, ListWarningsRequest__Output as _policy_v1_ListWarningsRequest__Output } from '../../policy/v1/ListWarningsRequest.js';
import type { ListWarningsResponse as _policy_v1_ListWarningsResponse, ListWarningsResponse__Output as _policy_v1_ListWarningsResponse__Output } from '../../policy/v1/ListWarningsResponse.js';
import type { OfSignatureRequest as _policy_v1_OfSignatureRequest, OfSignatureRequest__Output as _policy_v1_OfSignatureRequest__Output } from '../../policy/v1/OfSignatureRequest.js';
import type { PolicyRecord as _policy_v1_PolicyRecord, PolicyRecord__Output as _policy_v1_PolicyRecord__Output } from '../../policy/v1/PolicyRecord.js';
import type { ReleaseReservationRequest as _policy_v1_ReleaseReservationRequest, ReleaseReservationRequest__Output as _policy_v1_ReleaseReservationRequest__Output } from '../../policy/v1/ReleaseReservationRequest.js';
import type { ReleaseReservationResponse as _policy_v1_ReleaseReservationResponse, ReleaseReservationResponse__Output as _policy_v1_ReleaseReservationResponse__Output } from '../../policy/v1/ReleaseReservationResponse.js';
import type { ReplyFrames as _call_stream_v1_ReplyFrames, ReplyFrames__Output as _call_stream_v1_ReplyFrames__Output } from '../../call_stream/v1/ReplyFrames.js';
import type { SetMinimumRecordVersionRequest as _policy_v1_SetMinimumRecordVersionRequest, SetMinimumRecordVersionRequest__Output as _policy_v1_SetMinimumRecordVersionRequest__Output } from '../../policy/v1/SetMinimumRecordVersionRequest.js';
import type { SetMinimumRecordVersionResponse as _policy_v1_SetMinimumRecordVersionResponse, SetMinimumRecordVersionResponse__Output as _policy_v1_SetMinimumRecordVersionResponse__Output } from '../../policy/v1/SetMinimumRecordVersionResponse.js';
import type { Settings as _policy_v1_Settings, Settings__Output as _policy_v1_Settings__Output } from '../../policy/v1/Settings.js';
import type { SignatureRequest as _policy_v1_SignatureRequest, SignatureRequest__Output as _policy_v1_SignatureRequest__Output } from '../../policy/v1/SignatureRequest.js';
import type { UpdatePolicyRequest as _policy_v1_UpdatePolicyRequest, UpdatePolicyRequest__Output as _policy_v1_UpdatePolicyRequest__Output } from '../../policy/v1/UpdatePolicyRequest.js';
import type { UpdateSettingsRequest as _policy_v1_UpdateSettingsRequest, UpdateSettingsRequest__Output as _policy_v1_UpdateSettingsRequest__Output } from '../../policy/v1/UpdateSettingsRequest.js';
import type { WithdrawApprovalsRequest as _policy_v1_WithdrawApprovalsRequest, WithdrawApprovalsRequest__Output as _policy_v1_WithdrawApprovalsRequest__Output } from '../../policy/v1/WithdrawApprovalsRequest.js';
import type { WithdrawApprovalsResponse as _policy_v1_WithdrawApprovalsResponse, WithdrawApprovalsResponse__Output as _policy_v1_WithdrawApprovalsResponse__Output } from '../../policy/v1/WithdrawApprovalsResponse.js';

export interface PolicyClient extends grpc.Client {
  ApproveSignature(argument: _policy_v1_DecideSignatureRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  ApproveSignature(argument: _policy_v1_DecideSignatureRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  ApproveSignature(argument: _policy_v1_DecideSignatureRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  ApproveSignature(argument: _policy_v1_DecideSignatureRequest, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  approveSignature(argument: _policy_v1_DecideSignatureRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  approveSignature(argument: _policy_v1_DecideSignatureRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  approveSignature(argument: _policy_v1_DecideSignatureRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  approveSignature(argument: _policy_v1_DecideSignatureRequest, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  
  Calls(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  Calls(options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  calls(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  calls(options?: grpc.CallOptions): grpc.ClientDuplexStream<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames__Output>;
  
  CreatePolicy(argument: _policy_v1_CreatePolicyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  CreatePolicy(argument: _policy_v1_CreatePolicyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  CreatePolicy(argument: _policy_v1_CreatePolicyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  CreatePolicy(argument: _policy_v1_CreatePolicyRequest, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  createPolicy(argument: _policy_v1_CreatePolicyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  createPolicy(argument: _policy_v1_CreatePolicyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  createPolicy(argument: _policy_v1_CreatePolicyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  createPolicy(argument: _policy_v1_CreatePolicyRequest, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  
  CreateSignatureChallenge(argument: _policy_v1_DecideSignatureRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_CreateSignatureChallengeResponse__Output>): grpc.ClientUnaryCall;
  CreateSignatureChallenge(argument: _policy_v1_DecideSignatureRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_CreateSignatureChallengeResponse__Output>): grpc.ClientUnaryCall;
  CreateSignatureChallenge(argument: _policy_v1_DecideSignatureRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_CreateSignatureChallengeResponse__Output>): grpc.ClientUnaryCall;
  CreateSignatureChallenge(argument: _policy_v1_DecideSignatureRequest, callback: grpc.requestCallback<_policy_v1_CreateSignatureChallengeResponse__Output>): grpc.ClientUnaryCall;
  createSignatureChallenge(argument: _policy_v1_DecideSignatureRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_CreateSignatureChallengeResponse__Output>): grpc.ClientUnaryCall;
  createSignatureChallenge(argument: _policy_v1_DecideSignatureRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_CreateSignatureChallengeResponse__Output>): grpc.ClientUnaryCall;
  createSignatureChallenge(argument: _policy_v1_DecideSignatureRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_CreateSignatureChallengeResponse__Output>): grpc.ClientUnaryCall;
  createSignatureChallenge(argument: _policy_v1_DecideSignatureRequest, callback: grpc.requestCallback<_policy_v1_CreateSignatureChallengeResponse__Output>): grpc.ClientUnaryCall;
  
  DeclineSignature(argument: _policy_v1_DecideSignatureRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  DeclineSignature(argument: _policy_v1_DecideSignatureRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  DeclineSignature(argument: _policy_v1_DecideSignatureRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  DeclineSignature(argument: _policy_v1_DecideSignatureRequest, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  declineSignature(argument: _policy_v1_DecideSignatureRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  declineSignature(argument: _policy_v1_DecideSignatureRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  declineSignature(argument: _policy_v1_DecideSignatureRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  declineSignature(argument: _policy_v1_DecideSignatureRequest, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  
  DeletePolicy(argument: _policy_v1_DeletePolicyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_DeletePolicyResponse__Output>): grpc.ClientUnaryCall;
  DeletePolicy(argument: _policy_v1_DeletePolicyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_DeletePolicyResponse__Output>): grpc.ClientUnaryCall;
  DeletePolicy(argument: _policy_v1_DeletePolicyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_DeletePolicyResponse__Output>): grpc.ClientUnaryCall;
  DeletePolicy(argument: _policy_v1_DeletePolicyRequest, callback: grpc.requestCallback<_policy_v1_DeletePolicyResponse__Output>): grpc.ClientUnaryCall;
  deletePolicy(argument: _policy_v1_DeletePolicyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_DeletePolicyResponse__Output>): grpc.ClientUnaryCall;
  deletePolicy(argument: _policy_v1_DeletePolicyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_DeletePolicyResponse__Output>): grpc.ClientUnaryCall;
  deletePolicy(argument: _policy_v1_DeletePolicyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_DeletePolicyResponse__Output>): grpc.ClientUnaryCall;
  deletePolicy(argument: _policy_v1_DeletePolicyRequest, callback: grpc.requestCallback<_policy_v1_DeletePolicyResponse__Output>): grpc.ClientUnaryCall;
  
  Evaluate(argument: _policy_v1_EvaluateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_EvaluateResponse__Output>): grpc.ClientUnaryCall;
  Evaluate(argument: _policy_v1_EvaluateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_EvaluateResponse__Output>): grpc.ClientUnaryCall;
  Evaluate(argument: _policy_v1_EvaluateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_EvaluateResponse__Output>): grpc.ClientUnaryCall;
  Evaluate(argument: _policy_v1_EvaluateRequest, callback: grpc.requestCallback<_policy_v1_EvaluateResponse__Output>): grpc.ClientUnaryCall;
  evaluate(argument: _policy_v1_EvaluateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_EvaluateResponse__Output>): grpc.ClientUnaryCall;
  evaluate(argument: _policy_v1_EvaluateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_EvaluateResponse__Output>): grpc.ClientUnaryCall;
  evaluate(argument: _policy_v1_EvaluateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_EvaluateResponse__Output>): grpc.ClientUnaryCall;
  evaluate(argument: _policy_v1_EvaluateRequest, callback: grpc.requestCallback<_policy_v1_EvaluateResponse__Output>): grpc.ClientUnaryCall;
  
  EvaluateDecisions(argument: _policy_v1_EvaluateDecisionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_EvaluateDecisionsResponse__Output>): grpc.ClientUnaryCall;
  EvaluateDecisions(argument: _policy_v1_EvaluateDecisionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_EvaluateDecisionsResponse__Output>): grpc.ClientUnaryCall;
  EvaluateDecisions(argument: _policy_v1_EvaluateDecisionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_EvaluateDecisionsResponse__Output>): grpc.ClientUnaryCall;
  EvaluateDecisions(argument: _policy_v1_EvaluateDecisionsRequest, callback: grpc.requestCallback<_policy_v1_EvaluateDecisionsResponse__Output>): grpc.ClientUnaryCall;
  evaluateDecisions(argument: _policy_v1_EvaluateDecisionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_EvaluateDecisionsResponse__Output>): grpc.ClientUnaryCall;
  evaluateDecisions(argument: _policy_v1_EvaluateDecisionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_EvaluateDecisionsResponse__Output>): grpc.ClientUnaryCall;
  evaluateDecisions(argument: _policy_v1_EvaluateDecisionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_EvaluateDecisionsResponse__Output>): grpc.ClientUnaryCall;
  evaluateDecisions(argument: _policy_v1_EvaluateDecisionsRequest, callback: grpc.requestCallback<_policy_v1_EvaluateDecisionsResponse__Output>): grpc.ClientUnaryCall;
  
  EvaluateDryRun(argument: _policy_v1_EvaluateDryRunRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_EvaluateDryRunResponse__Output>): grpc.ClientUnaryCall;
  EvaluateDryRun(argument: _policy_v1_EvaluateDryRunRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_EvaluateDryRunResponse__Output>): grpc.ClientUnaryCall;
  EvaluateDryRun(argument: _policy_v1_EvaluateDryRunRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_EvaluateDryRunResponse__Output>): grpc.ClientUnaryCall;
  EvaluateDryRun(argument: _policy_v1_EvaluateDryRunRequest, callback: grpc.requestCallback<_policy_v1_EvaluateDryRunResponse__Output>): grpc.ClientUnaryCall;
  evaluateDryRun(argument: _policy_v1_EvaluateDryRunRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_EvaluateDryRunResponse__Output>): grpc.ClientUnaryCall;
  evaluateDryRun(argument: _policy_v1_EvaluateDryRunRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_EvaluateDryRunResponse__Output>): grpc.ClientUnaryCall;
  evaluateDryRun(argument: _policy_v1_EvaluateDryRunRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_EvaluateDryRunResponse__Output>): grpc.ClientUnaryCall;
  evaluateDryRun(argument: _policy_v1_EvaluateDryRunRequest, callback: grpc.requestCallback<_policy_v1_EvaluateDryRunResponse__Output>): grpc.ClientUnaryCall;
  
  ForgetChanges(argument: _change_v1_ForgetChangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  ForgetChanges(argument: _change_v1_ForgetChangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  ForgetChanges(argument: _change_v1_ForgetChangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  ForgetChanges(argument: _change_v1_ForgetChangesRequest, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  forgetChanges(argument: _change_v1_ForgetChangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  forgetChanges(argument: _change_v1_ForgetChangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  forgetChanges(argument: _change_v1_ForgetChangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  forgetChanges(argument: _change_v1_ForgetChangesRequest, callback: grpc.requestCallback<_change_v1_ForgetChangesResponse__Output>): grpc.ClientUnaryCall;
  
  GetDecision(argument: _policy_v1_GetDecisionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_DecisionRecord__Output>): grpc.ClientUnaryCall;
  GetDecision(argument: _policy_v1_GetDecisionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_DecisionRecord__Output>): grpc.ClientUnaryCall;
  GetDecision(argument: _policy_v1_GetDecisionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_DecisionRecord__Output>): grpc.ClientUnaryCall;
  GetDecision(argument: _policy_v1_GetDecisionRequest, callback: grpc.requestCallback<_policy_v1_DecisionRecord__Output>): grpc.ClientUnaryCall;
  getDecision(argument: _policy_v1_GetDecisionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_DecisionRecord__Output>): grpc.ClientUnaryCall;
  getDecision(argument: _policy_v1_GetDecisionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_DecisionRecord__Output>): grpc.ClientUnaryCall;
  getDecision(argument: _policy_v1_GetDecisionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_DecisionRecord__Output>): grpc.ClientUnaryCall;
  getDecision(argument: _policy_v1_GetDecisionRequest, callback: grpc.requestCallback<_policy_v1_DecisionRecord__Output>): grpc.ClientUnaryCall;
  
  GetPolicy(argument: _policy_v1_GetPolicyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  GetPolicy(argument: _policy_v1_GetPolicyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  GetPolicy(argument: _policy_v1_GetPolicyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  GetPolicy(argument: _policy_v1_GetPolicyRequest, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  getPolicy(argument: _policy_v1_GetPolicyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  getPolicy(argument: _policy_v1_GetPolicyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  getPolicy(argument: _policy_v1_GetPolicyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  getPolicy(argument: _policy_v1_GetPolicyRequest, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  
  GetSettings(argument: _policy_v1_GetSettingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  GetSettings(argument: _policy_v1_GetSettingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  GetSettings(argument: _policy_v1_GetSettingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  GetSettings(argument: _policy_v1_GetSettingsRequest, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  getSettings(argument: _policy_v1_GetSettingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  getSettings(argument: _policy_v1_GetSettingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  getSettings(argument: _policy_v1_GetSettingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  getSettings(argument: _policy_v1_GetSettingsRequest, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  
  GetSignatureRequest(argument: _policy_v1_OfSignatureRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  GetSignatureRequest(argument: _policy_v1_OfSignatureRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  GetSignatureRequest(argument: _policy_v1_OfSignatureRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  GetSignatureRequest(argument: _policy_v1_OfSignatureRequest, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  getSignatureRequest(argument: _policy_v1_OfSignatureRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  getSignatureRequest(argument: _policy_v1_OfSignatureRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  getSignatureRequest(argument: _policy_v1_OfSignatureRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  getSignatureRequest(argument: _policy_v1_OfSignatureRequest, callback: grpc.requestCallback<_policy_v1_SignatureRequest__Output>): grpc.ClientUnaryCall;
  
  ListChanges(argument: _change_v1_ListChangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  ListChanges(argument: _change_v1_ListChangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  ListChanges(argument: _change_v1_ListChangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  ListChanges(argument: _change_v1_ListChangesRequest, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  listChanges(argument: _change_v1_ListChangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  listChanges(argument: _change_v1_ListChangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  listChanges(argument: _change_v1_ListChangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  listChanges(argument: _change_v1_ListChangesRequest, callback: grpc.requestCallback<_change_v1_ListChangesResponse__Output>): grpc.ClientUnaryCall;
  
  ListDecisions(argument: _policy_v1_ListDecisionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ListDecisionsResponse__Output>): grpc.ClientUnaryCall;
  ListDecisions(argument: _policy_v1_ListDecisionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_ListDecisionsResponse__Output>): grpc.ClientUnaryCall;
  ListDecisions(argument: _policy_v1_ListDecisionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ListDecisionsResponse__Output>): grpc.ClientUnaryCall;
  ListDecisions(argument: _policy_v1_ListDecisionsRequest, callback: grpc.requestCallback<_policy_v1_ListDecisionsResponse__Output>): grpc.ClientUnaryCall;
  listDecisions(argument: _policy_v1_ListDecisionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ListDecisionsResponse__Output>): grpc.ClientUnaryCall;
  listDecisions(argument: _policy_v1_ListDecisionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_ListDecisionsResponse__Output>): grpc.ClientUnaryCall;
  listDecisions(argument: _policy_v1_ListDecisionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ListDecisionsResponse__Output>): grpc.ClientUnaryCall;
  listDecisions(argument: _policy_v1_ListDecisionsRequest, callback: grpc.requestCallback<_policy_v1_ListDecisionsResponse__Output>): grpc.ClientUnaryCall;
  
  ListEvents(argument: _event_v1_ListEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _event_v1_ListEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _event_v1_ListEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _event_v1_ListEventsRequest, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _event_v1_ListEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _event_v1_ListEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _event_v1_ListEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _event_v1_ListEventsRequest, callback: grpc.requestCallback<_event_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  
  ListPolicies(argument: _policy_v1_ListPoliciesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ListPoliciesResponse__Output>): grpc.ClientUnaryCall;
  ListPolicies(argument: _policy_v1_ListPoliciesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_ListPoliciesResponse__Output>): grpc.ClientUnaryCall;
  ListPolicies(argument: _policy_v1_ListPoliciesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ListPoliciesResponse__Output>): grpc.ClientUnaryCall;
  ListPolicies(argument: _policy_v1_ListPoliciesRequest, callback: grpc.requestCallback<_policy_v1_ListPoliciesResponse__Output>): grpc.ClientUnaryCall;
  listPolicies(argument: _policy_v1_ListPoliciesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ListPoliciesResponse__Output>): grpc.ClientUnaryCall;
  listPolicies(argument: _policy_v1_ListPoliciesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_ListPoliciesResponse__Output>): grpc.ClientUnaryCall;
  listPolicies(argument: _policy_v1_ListPoliciesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ListPoliciesResponse__Output>): grpc.ClientUnaryCall;
  listPolicies(argument: _policy_v1_ListPoliciesRequest, callback: grpc.requestCallback<_policy_v1_ListPoliciesResponse__Output>): grpc.ClientUnaryCall;
  
  ListPolicyRevisions(argument: _policy_v1_ListPolicyRevisionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ListPolicyRevisionsResponse__Output>): grpc.ClientUnaryCall;
  ListPolicyRevisions(argument: _policy_v1_ListPolicyRevisionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_ListPolicyRevisionsResponse__Output>): grpc.ClientUnaryCall;
  ListPolicyRevisions(argument: _policy_v1_ListPolicyRevisionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ListPolicyRevisionsResponse__Output>): grpc.ClientUnaryCall;
  ListPolicyRevisions(argument: _policy_v1_ListPolicyRevisionsRequest, callback: grpc.requestCallback<_policy_v1_ListPolicyRevisionsResponse__Output>): grpc.ClientUnaryCall;
  listPolicyRevisions(argument: _policy_v1_ListPolicyRevisionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ListPolicyRevisionsResponse__Output>): grpc.ClientUnaryCall;
  listPolicyRevisions(argument: _policy_v1_ListPolicyRevisionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_ListPolicyRevisionsResponse__Output>): grpc.ClientUnaryCall;
  listPolicyRevisions(argument: _policy_v1_ListPolicyRevisionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ListPolicyRevisionsResponse__Output>): grpc.ClientUnaryCall;
  listPolicyRevisions(argument: _policy_v1_ListPolicyRevisionsRequest, callback: grpc.requestCallback<_policy_v1_ListPolicyRevisionsResponse__Output>): grpc.ClientUnaryCall;
  
  ListSignatureRequests(argument: _policy_v1_ListSignatureRequestsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ListSignatureRequestsResponse__Output>): grpc.ClientUnaryCall;
  ListSignatureRequests(argument: _policy_v1_ListSignatureRequestsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_ListSignatureRequestsResponse__Output>): grpc.ClientUnaryCall;
  ListSignatureRequests(argument: _policy_v1_ListSignatureRequestsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ListSignatureRequestsResponse__Output>): grpc.ClientUnaryCall;
  ListSignatureRequests(argument: _policy_v1_ListSignatureRequestsRequest, callback: grpc.requestCallback<_policy_v1_ListSignatureRequestsResponse__Output>): grpc.ClientUnaryCall;
  listSignatureRequests(argument: _policy_v1_ListSignatureRequestsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ListSignatureRequestsResponse__Output>): grpc.ClientUnaryCall;
  listSignatureRequests(argument: _policy_v1_ListSignatureRequestsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_ListSignatureRequestsResponse__Output>): grpc.ClientUnaryCall;
  listSignatureRequests(argument: _policy_v1_ListSignatureRequestsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ListSignatureRequestsResponse__Output>): grpc.ClientUnaryCall;
  listSignatureRequests(argument: _policy_v1_ListSignatureRequestsRequest, callback: grpc.requestCallback<_policy_v1_ListSignatureRequestsResponse__Output>): grpc.ClientUnaryCall;
  
  ListWarnings(argument: _policy_v1_ListWarningsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ListWarningsResponse__Output>): grpc.ClientUnaryCall;
  ListWarnings(argument: _policy_v1_ListWarningsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_ListWarningsResponse__Output>): grpc.ClientUnaryCall;
  ListWarnings(argument: _policy_v1_ListWarningsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ListWarningsResponse__Output>): grpc.ClientUnaryCall;
  ListWarnings(argument: _policy_v1_ListWarningsRequest, callback: grpc.requestCallback<_policy_v1_ListWarningsResponse__Output>): grpc.ClientUnaryCall;
  listWarnings(argument: _policy_v1_ListWarningsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ListWarningsResponse__Output>): grpc.ClientUnaryCall;
  listWarnings(argument: _policy_v1_ListWarningsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_ListWarningsResponse__Output>): grpc.ClientUnaryCall;
  listWarnings(argument: _policy_v1_ListWarningsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ListWarningsResponse__Output>): grpc.ClientUnaryCall;
  listWarnings(argument: _policy_v1_ListWarningsRequest, callback: grpc.requestCallback<_policy_v1_ListWarningsResponse__Output>): grpc.ClientUnaryCall;
  
  ReleaseReservation(argument: _policy_v1_ReleaseReservationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ReleaseReservationResponse__Output>): grpc.ClientUnaryCall;
  ReleaseReservation(argument: _policy_v1_ReleaseReservationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_ReleaseReservationResponse__Output>): grpc.ClientUnaryCall;
  ReleaseReservation(argument: _policy_v1_ReleaseReservationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ReleaseReservationResponse__Output>): grpc.ClientUnaryCall;
  ReleaseReservation(argument: _policy_v1_ReleaseReservationRequest, callback: grpc.requestCallback<_policy_v1_ReleaseReservationResponse__Output>): grpc.ClientUnaryCall;
  releaseReservation(argument: _policy_v1_ReleaseReservationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ReleaseReservationResponse__Output>): grpc.ClientUnaryCall;
  releaseReservation(argument: _policy_v1_ReleaseReservationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_ReleaseReservationResponse__Output>): grpc.ClientUnaryCall;
  releaseReservation(argument: _policy_v1_ReleaseReservationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_ReleaseReservationResponse__Output>): grpc.ClientUnaryCall;
  releaseReservation(argument: _policy_v1_ReleaseReservationRequest, callback: grpc.requestCallback<_policy_v1_ReleaseReservationResponse__Output>): grpc.ClientUnaryCall;
  
  SetMinimumRecordVersion(argument: _policy_v1_SetMinimumRecordVersionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_SetMinimumRecordVersionResponse__Output>): grpc.ClientUnaryCall;
  SetMinimumRecordVersion(argument: _policy_v1_SetMinimumRecordVersionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_SetMinimumRecordVersionResponse__Output>): grpc.ClientUnaryCall;
  SetMinimumRecordVersion(argument: _policy_v1_SetMinimumRecordVersionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_SetMinimumRecordVersionResponse__Output>): grpc.ClientUnaryCall;
  SetMinimumRecordVersion(argument: _policy_v1_SetMinimumRecordVersionRequest, callback: grpc.requestCallback<_policy_v1_SetMinimumRecordVersionResponse__Output>): grpc.ClientUnaryCall;
  setMinimumRecordVersion(argument: _policy_v1_SetMinimumRecordVersionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_SetMinimumRecordVersionResponse__Output>): grpc.ClientUnaryCall;
  setMinimumRecordVersion(argument: _policy_v1_SetMinimumRecordVersionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_SetMinimumRecordVersionResponse__Output>): grpc.ClientUnaryCall;
  setMinimumRecordVersion(argument: _policy_v1_SetMinimumRecordVersionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_SetMinimumRecordVersionResponse__Output>): grpc.ClientUnaryCall;
  setMinimumRecordVersion(argument: _policy_v1_SetMinimumRecordVersionRequest, callback: grpc.requestCallback<_policy_v1_SetMinimumRecordVersionResponse__Output>): grpc.ClientUnaryCall;
  
  UpdatePolicy(argument: _policy_v1_UpdatePolicyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  UpdatePolicy(argument: _policy_v1_UpdatePolicyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  UpdatePolicy(argument: _policy_v1_UpdatePolicyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  UpdatePolicy(argument: _policy_v1_UpdatePolicyRequest, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  updatePolicy(argument: _policy_v1_UpdatePolicyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  updatePolicy(argument: _policy_v1_UpdatePolicyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  updatePolicy(argument: _policy_v1_UpdatePolicyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  updatePolicy(argument: _policy_v1_UpdatePolicyRequest, callback: grpc.requestCallback<_policy_v1_PolicyRecord__Output>): grpc.ClientUnaryCall;
  
  UpdateSettings(argument: _policy_v1_UpdateSettingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  UpdateSettings(argument: _policy_v1_UpdateSettingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  UpdateSettings(argument: _policy_v1_UpdateSettingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  UpdateSettings(argument: _policy_v1_UpdateSettingsRequest, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  updateSettings(argument: _policy_v1_UpdateSettingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  updateSettings(argument: _policy_v1_UpdateSettingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  updateSettings(argument: _policy_v1_UpdateSettingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  updateSettings(argument: _policy_v1_UpdateSettingsRequest, callback: grpc.requestCallback<_policy_v1_Settings__Output>): grpc.ClientUnaryCall;
  
  WithdrawApprovals(argument: _policy_v1_WithdrawApprovalsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_WithdrawApprovalsResponse__Output>): grpc.ClientUnaryCall;
  WithdrawApprovals(argument: _policy_v1_WithdrawApprovalsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_WithdrawApprovalsResponse__Output>): grpc.ClientUnaryCall;
  WithdrawApprovals(argument: _policy_v1_WithdrawApprovalsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_WithdrawApprovalsResponse__Output>): grpc.ClientUnaryCall;
  WithdrawApprovals(argument: _policy_v1_WithdrawApprovalsRequest, callback: grpc.requestCallback<_policy_v1_WithdrawApprovalsResponse__Output>): grpc.ClientUnaryCall;
  withdrawApprovals(argument: _policy_v1_WithdrawApprovalsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_WithdrawApprovalsResponse__Output>): grpc.ClientUnaryCall;
  withdrawApprovals(argument: _policy_v1_WithdrawApprovalsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_policy_v1_WithdrawApprovalsResponse__Output>): grpc.ClientUnaryCall;
  withdrawApprovals(argument: _policy_v1_WithdrawApprovalsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_policy_v1_WithdrawApprovalsResponse__Output>): grpc.ClientUnaryCall;
  withdrawApprovals(argument: _policy_v1_WithdrawApprovalsRequest, callback: grpc.requestCallback<_policy_v1_WithdrawApprovalsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface PolicyHandlers extends grpc.UntypedServiceImplementation {
  ApproveSignature: grpc.handleUnaryCall<_policy_v1_DecideSignatureRequest__Output, _policy_v1_SignatureRequest>;
  
  Calls: grpc.handleBidiStreamingCall<_call_stream_v1_CallFrames__Output, _call_stream_v1_ReplyFrames>;
  
  CreatePolicy: grpc.handleUnaryCall<_policy_v1_CreatePolicyRequest__Output, _policy_v1_PolicyRecord>;
  
  CreateSignatureChallenge: grpc.handleUnaryCall<_policy_v1_DecideSignatureRequest__Output, _policy_v1_CreateSignatureChallengeResponse>;
  
  DeclineSignature: grpc.handleUnaryCall<_policy_v1_DecideSignatureRequest__Output, _policy_v1_SignatureRequest>;
  
  DeletePolicy: grpc.handleUnaryCall<_policy_v1_DeletePolicyRequest__Output, _policy_v1_DeletePolicyResponse>;
  
  Evaluate: grpc.handleUnaryCall<_policy_v1_EvaluateRequest__Output, _policy_v1_EvaluateResponse>;
  
  EvaluateDecisions: grpc.handleUnaryCall<_policy_v1_EvaluateDecisionsRequest__Output, _policy_v1_EvaluateDecisionsResponse>;
  
  EvaluateDryRun: grpc.handleUnaryCall<_policy_v1_EvaluateDryRunRequest__Output, _policy_v1_EvaluateDryRunResponse>;
  
  ForgetChanges: grpc.handleUnaryCall<_change_v1_ForgetChangesRequest__Output, _change_v1_ForgetChangesResponse>;
  
  GetDecision: grpc.handleUnaryCall<_policy_v1_GetDecisionRequest__Output, _policy_v1_DecisionRecord>;
  
  GetPolicy: grpc.handleUnaryCall<_policy_v1_GetPolicyRequest__Output, _policy_v1_PolicyRecord>;
  
  GetSettings: grpc.handleUnaryCall<_policy_v1_GetSettingsRequest__Output, _policy_v1_Settings>;
  
  GetSignatureRequest: grpc.handleUnaryCall<_policy_v1_OfSignatureRequest__Output, _policy_v1_SignatureRequest>;
  
  ListChanges: grpc.handleUnaryCall<_change_v1_ListChangesRequest__Output, _change_v1_ListChangesResponse>;
  
  ListDecisions: grpc.handleUnaryCall<_policy_v1_ListDecisionsRequest__Output, _policy_v1_ListDecisionsResponse>;
  
  ListEvents: grpc.handleUnaryCall<_event_v1_ListEventsRequest__Output, _event_v1_ListEventsResponse>;
  
  ListPolicies: grpc.handleUnaryCall<_policy_v1_ListPoliciesRequest__Output, _policy_v1_ListPoliciesResponse>;
  
  ListPolicyRevisions: grpc.handleUnaryCall<_policy_v1_ListPolicyRevisionsRequest__Output, _policy_v1_ListPolicyRevisionsResponse>;
  
  ListSignatureRequests: grpc.handleUnaryCall<_policy_v1_ListSignatureRequestsRequest__Output, _policy_v1_ListSignatureRequestsResponse>;
  
  ListWarnings: grpc.handleUnaryCall<_policy_v1_ListWarningsRequest__Output, _policy_v1_ListWarningsResponse>;
  
  ReleaseReservation: grpc.handleUnaryCall<_policy_v1_ReleaseReservationRequest__Output, _policy_v1_ReleaseReservationResponse>;
  
  SetMinimumRecordVersion: grpc.handleUnaryCall<_policy_v1_SetMinimumRecordVersionRequest__Output, _policy_v1_SetMinimumRecordVersionResponse>;
  
  UpdatePolicy: grpc.handleUnaryCall<_policy_v1_UpdatePolicyRequest__Output, _policy_v1_PolicyRecord>;
  
  UpdateSettings: grpc.handleUnaryCall<_policy_v1_UpdateSettingsRequest__Output, _policy_v1_Settings>;
  
  WithdrawApprovals: grpc.handleUnaryCall<_policy_v1_WithdrawApprovalsRequest__Output, _policy_v1_WithdrawApprovalsResponse>;
  
}

export interface PolicyDefinition extends grpc.ServiceDefinition {
  ApproveSignature: MethodDefinition<_policy_v1_DecideSignatureRequest, _policy_v1_SignatureRequest, _policy_v1_DecideSignatureRequest__Output, _policy_v1_SignatureRequest__Output>
  Calls: MethodDefinition<_call_stream_v1_CallFrames, _call_stream_v1_ReplyFrames, _call_stream_v1_CallFrames__Output, _call_stream_v1_ReplyFrames__Output>
  CreatePolicy: MethodDefinition<_policy_v1_CreatePolicyRequest, _policy_v1_PolicyRecord, _policy_v1_CreatePolicyRequest__Output, _policy_v1_PolicyRecord__Output>
  CreateSignatureChallenge: MethodDefinition<_policy_v1_DecideSignatureRequest, _policy_v1_CreateSignatureChallengeResponse, _policy_v1_DecideSignatureRequest__Output, _policy_v1_CreateSignatureChallengeResponse__Output>
  DeclineSignature: MethodDefinition<_policy_v1_DecideSignatureRequest, _policy_v1_SignatureRequest, _policy_v1_DecideSignatureRequest__Output, _policy_v1_SignatureRequest__Output>
  DeletePolicy: MethodDefinition<_policy_v1_DeletePolicyRequest, _policy_v1_DeletePolicyResponse, _policy_v1_DeletePolicyRequest__Output, _policy_v1_DeletePolicyResponse__Output>
  Evaluate: MethodDefinition<_policy_v1_EvaluateRequest, _policy_v1_EvaluateResponse, _policy_v1_EvaluateRequest__Output, _policy_v1_EvaluateResponse__Output>
  EvaluateDecisions: MethodDefinition<_policy_v1_EvaluateDecisionsRequest, _policy_v1_EvaluateDecisionsResponse, _policy_v1_EvaluateDecisionsRequest__Output, _policy_v1_EvaluateDecisionsResponse__Output>
  EvaluateDryRun: MethodDefinition<_policy_v1_EvaluateDryRunRequest, _policy_v1_EvaluateDryRunResponse, _policy_v1_EvaluateDryRunRequest__Output, _policy_v1_EvaluateDryRunResponse__Output>
  ForgetChanges: MethodDefinition<_change_v1_ForgetChangesRequest, _change_v1_ForgetChangesResponse, _change_v1_ForgetChangesRequest__Output, _change_v1_ForgetChangesResponse__Output>
  GetDecision: MethodDefinition<_policy_v1_GetDecisionRequest, _policy_v1_DecisionRecord, _policy_v1_GetDecisionRequest__Output, _policy_v1_DecisionRecord__Output>
  GetPolicy: MethodDefinition<_policy_v1_GetPolicyRequest, _policy_v1_PolicyRecord, _policy_v1_GetPolicyRequest__Output, _policy_v1_PolicyRecord__Output>
  GetSettings: MethodDefinition<_policy_v1_GetSettingsRequest, _policy_v1_Settings, _policy_v1_GetSettingsRequest__Output, _policy_v1_Settings__Output>
  GetSignatureRequest: MethodDefinition<_policy_v1_OfSignatureRequest, _policy_v1_SignatureRequest, _policy_v1_OfSignatureRequest__Output, _policy_v1_SignatureRequest__Output>
  ListChanges: MethodDefinition<_change_v1_ListChangesRequest, _change_v1_ListChangesResponse, _change_v1_ListChangesRequest__Output, _change_v1_ListChangesResponse__Output>
  ListDecisions: MethodDefinition<_policy_v1_ListDecisionsRequest, _policy_v1_ListDecisionsResponse, _policy_v1_ListDecisionsRequest__Output, _policy_v1_ListDecisionsResponse__Output>
  ListEvents: MethodDefinition<_event_v1_ListEventsRequest, _event_v1_ListEventsResponse, _event_v1_ListEventsRequest__Output, _event_v1_ListEventsResponse__Output>
  ListPolicies: MethodDefinition<_policy_v1_ListPoliciesRequest, _policy_v1_ListPoliciesResponse, _policy_v1_ListPoliciesRequest__Output, _policy_v1_ListPoliciesResponse__Output>
  ListPolicyRevisions: MethodDefinition<_policy_v1_ListPolicyRevisionsRequest, _policy_v1_ListPolicyRevisionsResponse, _policy_v1_ListPolicyRevisionsRequest__Output, _policy_v1_ListPolicyRevisionsResponse__Output>
  ListSignatureRequests: MethodDefinition<_policy_v1_ListSignatureRequestsRequest, _policy_v1_ListSignatureRequestsResponse, _policy_v1_ListSignatureRequestsRequest__Output, _policy_v1_ListSignatureRequestsResponse__Output>
  ListWarnings: MethodDefinition<_policy_v1_ListWarningsRequest, _policy_v1_ListWarningsResponse, _policy_v1_ListWarningsRequest__Output, _policy_v1_ListWarningsResponse__Output>
  ReleaseReservation: MethodDefinition<_policy_v1_ReleaseReservationRequest, _policy_v1_ReleaseReservationResponse, _policy_v1_ReleaseReservationRequest__Output, _policy_v1_ReleaseReservationResponse__Output>
  SetMinimumRecordVersion: MethodDefinition<_policy_v1_SetMinimumRecordVersionRequest, _policy_v1_SetMinimumRecordVersionResponse, _policy_v1_SetMinimumRecordVersionRequest__Output, _policy_v1_SetMinimumRecordVersionResponse__Output>
  UpdatePolicy: MethodDefinition<_policy_v1_UpdatePolicyRequest, _policy_v1_PolicyRecord, _policy_v1_UpdatePolicyRequest__Output, _policy_v1_PolicyRecord__Output>
  UpdateSettings: MethodDefinition<_policy_v1_UpdateSettingsRequest, _policy_v1_Settings, _policy_v1_UpdateSettingsRequest__Output, _policy_v1_Settings__Output>
  WithdrawApprovals: MethodDefinition<_policy_v1_WithdrawApprovalsRequest, _policy_v1_WithdrawApprovalsResponse, _policy_v1_WithdrawApprovalsRequest__Output, _policy_v1_WithdrawApprovalsResponse__Output>
}
