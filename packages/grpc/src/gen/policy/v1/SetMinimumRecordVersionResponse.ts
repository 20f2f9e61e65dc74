// Original file: proto/policy/v1/policy.proto

import type { Long } from '@grpc/proto-loader';

export interface SetMinimumRecordVersionResponse {
  'newestKnown'?: (number | string | Long);
}

export interface SetMinimumRecordVersionResponse__Output {
  'newestKnown': (string);
}
