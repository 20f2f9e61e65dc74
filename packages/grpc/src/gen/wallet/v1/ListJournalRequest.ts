// Original file: proto/wallet/v1/wallet.proto

import type { Long } from '@grpc/proto-loader';

export interface ListJournalRequest {
  'applicationId'?: (string);
  'after'?: (number | string | Long);
  'limit'?: (number);
}

export interface ListJournalRequest__Output {
  'applicationId': (string);
  'after': (string);
  'limit': (number);
}
