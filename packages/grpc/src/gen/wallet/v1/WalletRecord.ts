// Original file: proto/wallet/v1/wallet.proto

import type { Long } from '@grpc/proto-loader';

export interface WalletRecord {
  'id'?: (string);
  'chain'?: (string);
  'network'?: (string);
  'address'?: (string);
  'publicKey'?: (Buffer | Uint8Array | string);
  'timeCreated'?: (number | string | Long);
}

export interface WalletRecord__Output {
  'id': (string);
  'chain': (string);
  'network': (string);
  'address': (string);
  'publicKey': (Buffer);
  'timeCreated': (string);
}
