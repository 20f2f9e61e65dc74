// Original file: proto/wallet/v1/wallet.proto

import type { UserWithWallets as _wallet_v1_UserWithWallets, UserWithWallets__Output as _wallet_v1_UserWithWallets__Output } from '../../wallet/v1/UserWithWallets.js';

export interface ListUsersResponse {
  'users'?: (_wallet_v1_UserWithWallets)[];
  'next'?: (string);
}

export interface ListUsersResponse__Output {
  'users': (_wallet_v1_UserWithWallets__Output)[];
  'next': (string);
}
