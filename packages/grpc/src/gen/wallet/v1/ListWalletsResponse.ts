// Original file: proto/wallet/v1/wallet.proto

import type { WalletRecord as _wallet_v1_WalletRecord, WalletRecord__Output as _wallet_v1_WalletRecord__Output } from '../../wallet/v1/WalletRecord.js';

export interface ListWalletsResponse {
  'wallets'?: (_wallet_v1_WalletRecord)[];
  'next'?: (string);
}

export interface ListWalletsResponse__Output {
  'wallets': (_wallet_v1_WalletRecord__Output)[];
  'next': (string);
}
