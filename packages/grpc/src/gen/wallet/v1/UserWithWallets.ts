// Original file: proto/wallet/v1/wallet.proto

import type { WalletRecord as _wallet_v1_WalletRecord, WalletRecord__Output as _wallet_v1_WalletRecord__Output } from '../../wallet/v1/WalletRecord.js';

export interface UserWithWallets {
  'issuer'?: (string);
  'subject'?: (string);
  'wallets'?: (_wallet_v1_WalletRecord)[];
  'moreWallets'?: (boolean);
}

export interface UserWithWallets__Output {
  'issuer': (string);
  'subject': (string);
  'wallets': (_wallet_v1_WalletRecord__Output)[];
  'moreWallets': (boolean);
}
