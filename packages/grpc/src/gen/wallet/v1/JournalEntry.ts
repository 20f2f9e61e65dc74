// Original file: proto/wallet/v1/wallet.proto

import type { Long } from '@grpc/proto-loader';

export interface JournalEntry {
  'seq'?: (number | string | Long);
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
  'leafHash'?: (Buffer | Uint8Array | string);
  'inclusionProof'?: (Buffer | Uint8Array | string)[];
}

export interface JournalEntry__Output {
  'seq': (string);
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
  'leafHash': (Buffer);
  'inclusionProof': (Buffer)[];
}
