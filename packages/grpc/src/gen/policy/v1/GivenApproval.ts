// Original file: proto/policy/v1/decision.proto

import type { Long } from '@grpc/proto-loader';

export interface GivenApproval {
  'personId'?: (string);
  'time'?: (number | string | Long);
  'passkey'?: (string);
  'approver'?: (string);
}

export interface GivenApproval__Output {
  'personId': (string);
  'time': (string);
  'passkey': (string);
  'approver': (string);
}
