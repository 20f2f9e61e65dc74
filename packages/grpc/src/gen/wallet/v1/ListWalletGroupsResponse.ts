// Original file: proto/wallet/v1/wallet.proto

import type { WalletGroup as _wallet_v1_WalletGroup, WalletGroup__Output as _wallet_v1_WalletGroup__Output } from '../../wallet/v1/WalletGroup.js';

export interface ListWalletGroupsResponse {
  'groups'?: (_wallet_v1_WalletGroup)[];
  'next'?: (string);
}

export interface ListWalletGroupsResponse__Output {
  'groups': (_wallet_v1_WalletGroup__Output)[];
  'next': (string);
}
