// Original file: proto/wallet/v1/wallet.proto

import type { WalletRecord as _wallet_v1_WalletRecord, WalletRecord__Output as _wallet_v1_WalletRecord__Output } from '../../wallet/v1/WalletRecord.js';

export interface WalletWithAccessKey {
  'wallet'?: (_wallet_v1_WalletRecord | null);
  'accessKey'?: (Buffer | Uint8Array | string);
}

export interface WalletWithAccessKey__Output {
  'wallet': (_wallet_v1_WalletRecord__Output | null);
  'accessKey': (Buffer);
}
