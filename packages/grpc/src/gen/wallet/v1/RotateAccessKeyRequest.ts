// Original file: proto/wallet/v1/wallet.proto

import type { User as _wallet_v1_User, User__Output as _wallet_v1_User__Output } from '../../wallet/v1/User.js';
import type { Idempotency as _wallet_v1_Idempotency, Idempotency__Output as _wallet_v1_Idempotency__Output } from '../../wallet/v1/Idempotency.js';

export interface RotateAccessKeyRequest {
  'user'?: (_wallet_v1_User | null);
  'walletId'?: (string);
  'accessKey'?: (Buffer | Uint8Array | string);
  'idempotency'?: (_wallet_v1_Idempotency | null);
}

export interface RotateAccessKeyRequest__Output {
  'user': (_wallet_v1_User__Output | null);
  'walletId': (string);
  'accessKey': (Buffer);
  'idempotency': (_wallet_v1_Idempotency__Output | null);
}
