// Original file: proto/wallet/v1/wallet.proto

import type { Long } from '@grpc/proto-loader';

export interface JournalEntry {
  'seq'?: (number | string | Long);
  'previousHash'?: (Buffer | Uint8Array | string);
  'hash'?: (Buffer | Uint8Array | string);
  'timeMs'?: (number | string | Long);
  'kind'?: (string);
  'requestId'?: (string);
  'walletId'?: (string);
  'operation'?: (string);
  'payloadHashes'?: (Buffer | Uint8Array | string)[];
  'jwtHash'?: (Buffer | Uint8Array | string);
  'decisionJson'?: (string);
  'outcome'?: (string);
  'errorCode'?: (string);
  'tokenReused'?: (boolean);
  'traceId'?: (string);
  'detailsJson'?: (string);
}

export interface JournalEntry__Output {
  'seq': (string);
  'previousHash': (Buffer);
  'hash': (Buffer);
  'timeMs': (string);
  'kind': (string);
  'requestId': (string);
  'walletId': (string);
  'operation': (string);
  'payloadHashes': (Buffer)[];
  'jwtHash': (Buffer);
  'decisionJson': (string);
  'outcome': (string);
  'errorCode': (string);
  'tokenReused': (boolean);
  'traceId': (string);
  'detailsJson': (string);
}
