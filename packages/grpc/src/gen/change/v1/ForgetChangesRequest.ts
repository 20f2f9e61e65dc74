// Original file: proto/change/v1/change.proto

import type { KnownChange as _change_v1_KnownChange, KnownChange__Output as _change_v1_KnownChange__Output } from '../../change/v1/KnownChange.js';

export interface ForgetChangesRequest {
  'changes'?: (_change_v1_KnownChange)[];
}

export interface ForgetChangesRequest__Output {
  'changes': (_change_v1_KnownChange__Output)[];
}
