// Original file: proto/wallet/v1/wallet.proto

import type { Long } from '@grpc/proto-loader';

export interface JournalCheckpoint {
  'seq'?: (number | string | Long);
  'hash'?: (Buffer | Uint8Array | string);
  'time'?: (number | string | Long);
  'publicKey'?: (Buffer | Uint8Array | string);
  'signature'?: (Buffer | Uint8Array | string);
}

export interface JournalCheckpoint__Output {
  'seq': (string);
  'hash': (Buffer);
  'time': (string);
  'publicKey': (Buffer);
  'signature': (Buffer);
}
