// Original file: proto/wallet/v1/wallet.proto

import type { TrustedKey as _wallet_v1_TrustedKey, TrustedKey__Output as _wallet_v1_TrustedKey__Output } from '../../wallet/v1/TrustedKey.js';
import type { Long } from '@grpc/proto-loader';

export interface GetTrustStatusResponse {
  'trusted'?: (boolean);
  'missing'?: (string);
  'rootVersion'?: (number | string | Long);
  'rootExpiresAt'?: (number | string | Long);
  'documentVersion'?: (number | string | Long);
  'keys'?: (_wallet_v1_TrustedKey)[];
  'observedAt'?: (number | string | Long);
  'statedAt'?: (number | string | Long);
  'witnesses'?: (string)[];
}

export interface GetTrustStatusResponse__Output {
  'trusted': (boolean);
  'missing': (string);
  'rootVersion': (string);
  'rootExpiresAt': (string);
  'documentVersion': (string);
  'keys': (_wallet_v1_TrustedKey__Output)[];
  'observedAt': (string);
  'statedAt': (string);
  'witnesses': (string)[];
}
