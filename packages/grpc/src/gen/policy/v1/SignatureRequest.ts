// Original file: proto/policy/v1/policy.proto

import type { SignatureApproval as _policy_v1_SignatureApproval, SignatureApproval__Output as _policy_v1_SignatureApproval__Output } from '../../policy/v1/SignatureApproval.js';
import type { Long } from '@grpc/proto-loader';

export interface SignatureRequest {
  'id'?: (string);
  'text'?: (string);
  'hash'?: (string);
  'needed'?: (number);
  'state'?: (string);
  'timeCreated'?: (number | string | Long);
  'timeExpires'?: (number | string | Long);
  'timeSigned'?: (number | string | Long);
  'approvals'?: (_policy_v1_SignatureApproval)[];
  'decisionId'?: (string);
}

export interface SignatureRequest__Output {
  'id': (string);
  'text': (string);
  'hash': (string);
  'needed': (number);
  'state': (string);
  'timeCreated': (string);
  'timeExpires': (string);
  'timeSigned': (string);
  'approvals': (_policy_v1_SignatureApproval__Output)[];
  'decisionId': (string);
}
