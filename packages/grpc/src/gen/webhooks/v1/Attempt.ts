// Original file: proto/webhooks/v1/webhooks.proto

import type { Long } from '@grpc/proto-loader';

export interface Attempt {
  'time'?: (number | string | Long);
  'durationMs'?: (number);
  'responseStatus'?: (number);
  'problem'?: (string);
}

export interface Attempt__Output {
  'time': (string);
  'durationMs': (number);
  'responseStatus': (number);
  'problem': (string);
}
