// Original file: proto/wallet/v1/wallet.proto

import type { Idempotency as _wallet_v1_Idempotency, Idempotency__Output as _wallet_v1_Idempotency__Output } from '../../wallet/v1/Idempotency.js';

export interface CreateWalletGroupRequest {
  'applicationId'?: (string);
  'resourceId'?: (string);
  'idempotency'?: (_wallet_v1_Idempotency | null);
  '_resourceId'?: "resourceId";
}

export interface CreateWalletGroupRequest__Output {
  'applicationId': (string);
  'resourceId'?: (string);
  'idempotency': (_wallet_v1_Idempotency__Output | null);
  '_resourceId'?: "resourceId";
}
