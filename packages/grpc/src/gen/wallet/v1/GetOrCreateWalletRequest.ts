// Original file: proto/wallet/v1/wallet.proto

import type { User as _wallet_v1_User, User__Output as _wallet_v1_User__Output } from '../../wallet/v1/User.js';

export interface GetOrCreateWalletRequest {
  'user'?: (_wallet_v1_User | null);
  'chain'?: (string);
  'skipClaim'?: (boolean);
  'pregenerates'?: (boolean);
}

export interface GetOrCreateWalletRequest__Output {
  'user': (_wallet_v1_User__Output | null);
  'chain': (string);
  'skipClaim': (boolean);
  'pregenerates': (boolean);
}
