// Original file: proto/wallet/v1/wallet.proto

import type { Long } from '@grpc/proto-loader';

export interface WalletRecord {
  'id'?: (string);
  'chain'?: (string);
  'network'?: (string);
  'address'?: (string);
  'publicKey'?: (Buffer | Uint8Array | string);
  'timeCreated'?: (number | string | Long);
  'timeUpdated'?: (number | string | Long);
  'interface'?: (string);
  'groupId'?: (string);
  'resourceId'?: (string);
  'keyType'?: (string);
  'accessKeyRequired'?: (boolean);
  'recoverable'?: (boolean);
  'issuer'?: (string);
  'subject'?: (string);
  'origin'?: (string);
  'addressUnproven'?: (boolean);
  '_resourceId'?: "resourceId";
}

export interface WalletRecord__Output {
  'id': (string);
  'chain': (string);
  'network': (string);
  'address': (string);
  'publicKey': (Buffer);
  'timeCreated': (string);
  'timeUpdated': (string);
  'interface': (string);
  'groupId': (string);
  'resourceId'?: (string);
  'keyType': (string);
  'accessKeyRequired': (boolean);
  'recoverable': (boolean);
  'issuer': (string);
  'subject': (string);
  'origin': (string);
  'addressUnproven': (boolean);
  '_resourceId'?: "resourceId";
}
