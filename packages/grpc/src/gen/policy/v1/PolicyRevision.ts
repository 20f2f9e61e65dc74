// Original file: proto/policy/v1/policy.proto

import type { PolicyRecord as _policy_v1_PolicyRecord, PolicyRecord__Output as _policy_v1_PolicyRecord__Output } from '../../policy/v1/PolicyRecord.js';
import type { Long } from '@grpc/proto-loader';

export interface PolicyRevision {
  'change'?: (string);
  'policy'?: (_policy_v1_PolicyRecord | null);
  'time'?: (number | string | Long);
  'actorKind'?: (string);
  'actorId'?: (string);
  'reason'?: (string);
}

export interface PolicyRevision__Output {
  'change': (string);
  'policy': (_policy_v1_PolicyRecord__Output | null);
  'time': (string);
  'actorKind': (string);
  'actorId': (string);
  'reason': (string);
}
