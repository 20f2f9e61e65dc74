// Original file: proto/policy/v1/policy.proto

import type { Long } from '@grpc/proto-loader';

export interface ChainIds {
  'values'?: (number | string | Long)[];
}

export interface ChainIds__Output {
  'values': (string)[];
}
