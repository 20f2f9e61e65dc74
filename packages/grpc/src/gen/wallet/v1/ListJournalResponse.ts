// Original file: proto/wallet/v1/wallet.proto

import type { JournalEntry as _wallet_v1_JournalEntry, JournalEntry__Output as _wallet_v1_JournalEntry__Output } from '../../wallet/v1/JournalEntry.js';
import type { JournalCheckpoint as _wallet_v1_JournalCheckpoint, JournalCheckpoint__Output as _wallet_v1_JournalCheckpoint__Output } from '../../wallet/v1/JournalCheckpoint.js';
import type { Long } from '@grpc/proto-loader';

export interface ListJournalResponse {
  'entries'?: (_wallet_v1_JournalEntry)[];
  'checkpoint'?: (_wallet_v1_JournalCheckpoint | null);
  'next'?: (number | string | Long);
  'size'?: (number | string | Long);
  'archived'?: (number | string | Long);
  'removed'?: (number | string | Long);
  'removedHashes'?: (Buffer | Uint8Array | string)[];
  'nextPlace'?: (number | string | Long)[];
}

export interface ListJournalResponse__Output {
  'entries': (_wallet_v1_JournalEntry__Output)[];
  'checkpoint': (_wallet_v1_JournalCheckpoint__Output | null);
  'next': (string);
  'size': (string);
  'archived': (string);
  'removed': (string);
  'removedHashes': (Buffer)[];
  'nextPlace': (string)[];
}
