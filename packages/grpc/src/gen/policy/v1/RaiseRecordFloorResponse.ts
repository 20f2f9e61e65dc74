// Original file: proto/policy/v1/policy.proto

import type { Long } from '@grpc/proto-loader';

export interface RaiseRecordFloorResponse {
  'newestKnown'?: (number | string | Long);
}

export interface RaiseRecordFloorResponse__Output {
  'newestKnown': (string);
}
