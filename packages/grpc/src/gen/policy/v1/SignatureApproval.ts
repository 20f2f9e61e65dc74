// Original file: proto/policy/v1/policy.proto

import type { Long } from '@grpc/proto-loader';

export interface SignatureApproval {
  'personId'?: (string);
  'timeCreated'?: (number | string | Long);
  'passkeyJson'?: (string);
  'approver'?: (Buffer | Uint8Array | string);
}

export interface SignatureApproval__Output {
  'personId': (string);
  'timeCreated': (string);
  'passkeyJson': (string);
  'approver': (Buffer);
}
