// Original file: proto/trust/v1/trust.proto

import type { Long } from '@grpc/proto-loader';

export interface StatedItem {
  'subject'?: (string);
  'digest'?: (Buffer | Uint8Array | string);
  'observedAt'?: (number | string | Long);
}

export interface StatedItem__Output {
  'subject': (string);
  'digest': (Buffer);
  'observedAt': (string);
}
