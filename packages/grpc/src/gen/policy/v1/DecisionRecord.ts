// Original file: proto/policy/v1/decision.proto

import type { Explanation as _policy_v1_Explanation, Explanation__Output as _policy_v1_Explanation__Output } from '../../policy/v1/Explanation.js';
import type { MfaDemand as _policy_v1_MfaDemand, MfaDemand__Output as _policy_v1_MfaDemand__Output } from '../../policy/v1/MfaDemand.js';
import type { ApprovalRecord as _policy_v1_ApprovalRecord, ApprovalRecord__Output as _policy_v1_ApprovalRecord__Output } from '../../policy/v1/ApprovalRecord.js';

export interface DecisionRecord {
  'explanation'?: (_policy_v1_Explanation | null);
  'id'?: (string);
  'time'?: (string);
  'applicationId'?: (string);
  'walletId'?: (string);
  'chain'?: (string);
  'operation'?: (string);
  'method'?: (string);
  'payloadHashes'?: (string)[];
  'policyRevision'?: (string);
  'mfa'?: (_policy_v1_MfaDemand | null);
  'approval'?: (_policy_v1_ApprovalRecord | null);
  'claimsJson'?: (string);
  'recordJson'?: (string);
  'proof'?: (string);
}

export interface DecisionRecord__Output {
  'explanation': (_policy_v1_Explanation__Output | null);
  'id': (string);
  'time': (string);
  'applicationId': (string);
  'walletId': (string);
  'chain': (string);
  'operation': (string);
  'method': (string);
  'payloadHashes': (string)[];
  'policyRevision': (string);
  'mfa': (_policy_v1_MfaDemand__Output | null);
  'approval': (_policy_v1_ApprovalRecord__Output | null);
  'claimsJson': (string);
  'recordJson': (string);
  'proof': (string);
}
