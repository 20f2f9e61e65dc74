// Original file: proto/wallet/v1/wallet.proto

import type { User as _wallet_v1_User, User__Output as _wallet_v1_User__Output } from '../../wallet/v1/User.js';
import type { Idempotency as _wallet_v1_Idempotency, Idempotency__Output as _wallet_v1_Idempotency__Output } from '../../wallet/v1/Idempotency.js';

export interface RecoverAccessKeyRequest {
  'user'?: (_wallet_v1_User | null);
  'walletId'?: (string);
  'idempotency'?: (_wallet_v1_Idempotency | null);
}

export interface RecoverAccessKeyRequest__Output {
  'user': (_wallet_v1_User__Output | null);
  'walletId': (string);
  'idempotency': (_wallet_v1_Idempotency__Output | null);
}
