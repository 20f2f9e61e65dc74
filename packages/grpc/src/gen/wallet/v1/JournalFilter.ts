// Original file: proto/wallet/v1/wallet.proto

import type { Long } from '@grpc/proto-loader';

export interface JournalFilter {
  'walletId'?: (string);
  'issuer'?: (string);
  'subject'?: (string);
  'outcome'?: (string);
  'traceId'?: (string);
  'sinceMs'?: (number | string | Long);
  'untilMs'?: (number | string | Long);
}

export interface JournalFilter__Output {
  'walletId': (string);
  'issuer': (string);
  'subject': (string);
  'outcome': (string);
  'traceId': (string);
  'sinceMs': (string);
  'untilMs': (string);
}
