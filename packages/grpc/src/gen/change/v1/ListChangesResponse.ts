// Original file: proto/change/v1/change.proto

import type { Change as _change_v1_Change, Change__Output as _change_v1_Change__Output } from '../../change/v1/Change.js';

export interface ListChangesResponse {
  'changes'?: (_change_v1_Change)[];
}

export interface ListChangesResponse__Output {
  'changes': (_change_v1_Change__Output)[];
}
