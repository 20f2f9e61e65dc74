// Original file: proto/wallet/v1/wallet.proto

import type { JournalFilter as _wallet_v1_JournalFilter, JournalFilter__Output as _wallet_v1_JournalFilter__Output } from '../../wallet/v1/JournalFilter.js';
import type { Long } from '@grpc/proto-loader';

export interface ListJournalRequest {
  'applicationId'?: (string);
  'after'?: (number | string | Long);
  'limit'?: (number);
  'filter'?: (_wallet_v1_JournalFilter | null);
  'withProofs'?: (boolean);
  'newestFirst'?: (boolean);
  'place'?: (number | string | Long)[];
}

export interface ListJournalRequest__Output {
  'applicationId': (string);
  'after': (string);
  'limit': (number);
  'filter': (_wallet_v1_JournalFilter__Output | null);
  'withProofs': (boolean);
  'newestFirst': (boolean);
  'place': (string)[];
}
