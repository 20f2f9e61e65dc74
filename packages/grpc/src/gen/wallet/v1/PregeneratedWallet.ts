// Original file: proto/wallet/v1/wallet.proto

import type { Long } from '@grpc/proto-loader';

export interface PregeneratedWallet {
  'walletId'?: (string);
  'address'?: (string);
  'status'?: (string);
  'timeCreated'?: (number | string | Long);
  'timeClaimed'?: (number | string | Long);
  'interface'?: (string);
  'issuer'?: (string);
  'subject'?: (string);
  'publicKey'?: (Buffer | Uint8Array | string);
}

export interface PregeneratedWallet__Output {
  'walletId': (string);
  'address': (string);
  'status': (string);
  'timeCreated': (string);
  'timeClaimed': (string);
  'interface': (string);
  'issuer': (string);
  'subject': (string);
  'publicKey': (Buffer);
}
