// Original file: proto/wallet/v1/wallet.proto

import type { Long } from '@grpc/proto-loader';

export interface PublishTrustBundleResponse {
  'version'?: (number | string | Long);
}

export interface PublishTrustBundleResponse__Output {
  'version': (string);
}
