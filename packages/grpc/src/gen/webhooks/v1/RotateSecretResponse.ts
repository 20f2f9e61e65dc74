// Original file: proto/webhooks/v1/webhooks.proto

import type { Long } from '@grpc/proto-loader';

export interface RotateSecretResponse {
  'secret'?: (string);
  'previousExpiresAt'?: (number | string | Long);
}

export interface RotateSecretResponse__Output {
  'secret': (string);
  'previousExpiresAt': (string);
}
