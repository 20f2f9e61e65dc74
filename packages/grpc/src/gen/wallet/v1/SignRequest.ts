// Original file: proto/wallet/v1/wallet.proto

import type { User as _wallet_v1_User, User__Output as _wallet_v1_User__Output } from '../../wallet/v1/User.js';
import type { Operation as _operation_v1_Operation, Operation__Output as _operation_v1_Operation__Output } from '../../operation/v1/Operation.js';

export interface SignRequest {
  'user'?: (_wallet_v1_User | null);
  'chain'?: (string);
  'operation'?: (_operation_v1_Operation | null);
  'expectedAddress'?: (string);
  'signatureOnly'?: (boolean);
  'walletId'?: (string);
  'accessKey'?: (Buffer | Uint8Array | string);
  'receipt'?: (boolean);
}

export interface SignRequest__Output {
  'user': (_wallet_v1_User__Output | null);
  'chain': (string);
  'operation': (_operation_v1_Operation__Output | null);
  'expectedAddress': (string);
  'signatureOnly': (boolean);
  'walletId': (string);
  'accessKey': (Buffer);
  'receipt': (boolean);
}
