// Original file: proto/wallet/v1/wallet.proto

import type { PregeneratedWallet as _wallet_v1_PregeneratedWallet, PregeneratedWallet__Output as _wallet_v1_PregeneratedWallet__Output } from '../../wallet/v1/PregeneratedWallet.js';

export interface _wallet_v1_PregenerateWalletsResponse_Result {
  'email'?: (string);
  'malformed'?: (boolean);
  'wallet'?: (_wallet_v1_PregeneratedWallet | null);
}

export interface _wallet_v1_PregenerateWalletsResponse_Result__Output {
  'email': (string);
  'malformed': (boolean);
  'wallet': (_wallet_v1_PregeneratedWallet__Output | null);
}

export interface PregenerateWalletsResponse {
  'results'?: (_wallet_v1_PregenerateWalletsResponse_Result)[];
}

export interface PregenerateWalletsResponse__Output {
  'results': (_wallet_v1_PregenerateWalletsResponse_Result__Output)[];
}
