// Original file: proto/wallet/v1/wallet.proto

import type { Long } from '@grpc/proto-loader';

export interface WalletGroup {
  'id'?: (string);
  'timeCreated'?: (number | string | Long);
  'timeUpdated'?: (number | string | Long);
  'resourceId'?: (string);
  '_resourceId'?: "resourceId";
}

export interface WalletGroup__Output {
  'id': (string);
  'timeCreated': (string);
  'timeUpdated': (string);
  'resourceId'?: (string);
  '_resourceId'?: "resourceId";
}
