// Original file: proto/wallet/v1/wallet.proto

import type { User as _wallet_v1_User, User__Output as _wallet_v1_User__Output } from '../../wallet/v1/User.js';

export interface ExportPrivateKeyRequest {
  'user'?: (_wallet_v1_User | null);
  'chain'?: (string);
  'walletId'?: (string);
  'accessKey'?: (Buffer | Uint8Array | string);
  'recipientPublicKey'?: (Buffer | Uint8Array | string);
}

export interface ExportPrivateKeyRequest__Output {
  'user': (_wallet_v1_User__Output | null);
  'chain': (string);
  'walletId': (string);
  'accessKey': (Buffer);
  'recipientPublicKey': (Buffer);
}
