// Original file: proto/wallet/v1/wallet.proto

import type { User as _wallet_v1_User, User__Output as _wallet_v1_User__Output } from '../../wallet/v1/User.js';
import type { Idempotency as _wallet_v1_Idempotency, Idempotency__Output as _wallet_v1_Idempotency__Output } from '../../wallet/v1/Idempotency.js';

export interface ImportPrivateKeyRequest {
  'user'?: (_wallet_v1_User | null);
  'network'?: (string);
  'groupId'?: (string);
  'resourceId'?: (string);
  'recoverable'?: (boolean);
  'encapsulatedKey'?: (Buffer | Uint8Array | string);
  'ciphertext'?: (Buffer | Uint8Array | string);
  'idempotency'?: (_wallet_v1_Idempotency | null);
  '_resourceId'?: "resourceId";
}

export interface ImportPrivateKeyRequest__Output {
  'user': (_wallet_v1_User__Output | null);
  'network': (string);
  'groupId': (string);
  'resourceId'?: (string);
  'recoverable': (boolean);
  'encapsulatedKey': (Buffer);
  'ciphertext': (Buffer);
  'idempotency': (_wallet_v1_Idempotency__Output | null);
  '_resourceId'?: "resourceId";
}
