// Original file: proto/wallet/v1/wallet.proto

import type { User as _wallet_v1_User, User__Output as _wallet_v1_User__Output } from '../../wallet/v1/User.js';
import type { RequestedOperation as _operation_v1_RequestedOperation, RequestedOperation__Output as _operation_v1_RequestedOperation__Output } from '../../operation/v1/RequestedOperation.js';
import type { Idempotency as _wallet_v1_Idempotency, Idempotency__Output as _wallet_v1_Idempotency__Output } from '../../wallet/v1/Idempotency.js';

export interface SignRequest {
  'user'?: (_wallet_v1_User | null);
  'chain'?: (string);
  'walletId'?: (string);
  'accessKey'?: (Buffer | Uint8Array | string);
  'receipt'?: (boolean);
  'operation'?: (_operation_v1_RequestedOperation | null);
  'idempotency'?: (_wallet_v1_Idempotency | null);
}

export interface SignRequest__Output {
  'user': (_wallet_v1_User__Output | null);
  'chain': (string);
  'walletId': (string);
  'accessKey': (Buffer);
  'receipt': (boolean);
  'operation': (_operation_v1_RequestedOperation__Output | null);
  'idempotency': (_wallet_v1_Idempotency__Output | null);
}
