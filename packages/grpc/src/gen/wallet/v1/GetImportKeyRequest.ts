// Original file: proto/wallet/v1/wallet.proto

import type { User as _wallet_v1_User, User__Output as _wallet_v1_User__Output } from '../../wallet/v1/User.js';

export interface GetImportKeyRequest {
  'user'?: (_wallet_v1_User | null);
  'network'?: (string);
}

export interface GetImportKeyRequest__Output {
  'user': (_wallet_v1_User__Output | null);
  'network': (string);
}
