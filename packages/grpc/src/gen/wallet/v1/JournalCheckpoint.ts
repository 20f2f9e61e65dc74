// Original file: proto/wallet/v1/wallet.proto

import type { Long } from '@grpc/proto-loader';

export interface JournalCheckpoint {
  'time'?: (number | string | Long);
  'publicKey'?: (Buffer | Uint8Array | string);
  'size'?: (number | string | Long);
  'note'?: (string);
}

export interface JournalCheckpoint__Output {
  'time': (string);
  'publicKey': (Buffer);
  'size': (string);
  'note': (string);
}
