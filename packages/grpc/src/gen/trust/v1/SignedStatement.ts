// Original file: proto/trust/v1/trust.proto

import type { Long } from '@grpc/proto-loader';

export interface SignedStatement {
  'kid'?: (string);
  'digest'?: (Buffer | Uint8Array | string);
  'observedAt'?: (number | string | Long);
  'statedAt'?: (number | string | Long);
  'rootVersion'?: (number | string | Long);
  'signature'?: (Buffer | Uint8Array | string);
}

export interface SignedStatement__Output {
  'kid': (string);
  'digest': (Buffer);
  'observedAt': (string);
  'statedAt': (string);
  'rootVersion': (string);
  'signature': (Buffer);
}
