// Original file: proto/policy/v1/decision.proto

import type { GivenApproval as _policy_v1_GivenApproval, GivenApproval__Output as _policy_v1_GivenApproval__Output } from '../../policy/v1/GivenApproval.js';

export interface ApprovalRecord {
  'requestId'?: (string);
  'hash'?: (string);
  'needed'?: (number);
  'approvals'?: (_policy_v1_GivenApproval)[];
}

export interface ApprovalRecord__Output {
  'requestId': (string);
  'hash': (string);
  'needed': (number);
  'approvals': (_policy_v1_GivenApproval__Output)[];
}
