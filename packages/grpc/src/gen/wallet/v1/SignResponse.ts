// Original file: proto/wallet/v1/wallet.proto

import type { SignedReceipt as _wallet_v1_SignedReceipt, SignedReceipt__Output as _wallet_v1_SignedReceipt__Output } from '../../wallet/v1/SignedReceipt.js';

export interface SignResponse {
  'resultJson'?: (string);
  'requestId'?: (string);
  'receipt'?: (_wallet_v1_SignedReceipt | null);
}

export interface SignResponse__Output {
  'resultJson': (string);
  'requestId': (string);
  'receipt': (_wallet_v1_SignedReceipt__Output | null);
}
