// Original file: proto/wallet/v1/wallet.proto

import type { Long } from '@grpc/proto-loader';

export interface GetTrustStatusResponse {
  'trusted'?: (boolean);
  'version'?: (number | string | Long);
  'expiresAt'?: (number | string | Long);
}

export interface GetTrustStatusResponse__Output {
  'trusted': (boolean);
  'version': (string);
  'expiresAt': (string);
}
