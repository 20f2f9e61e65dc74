// Original file: proto/wallet/v1/wallet.proto

import type { Long } from '@grpc/proto-loader';

export interface PeerHealth {
  'service'?: (string);
  'address'?: (string);
  'state'?: (string);
  'milliseconds'?: (number);
  'rootVersion'?: (number | string | Long);
  'rootExpiresAt'?: (number | string | Long);
  'phase'?: (string);
}

export interface PeerHealth__Output {
  'service': (string);
  'address': (string);
  'state': (string);
  'milliseconds': (number);
  'rootVersion': (string);
  'rootExpiresAt': (string);
  'phase': (string);
}
