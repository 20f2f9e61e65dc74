// Original file: proto/identity/v1/identity.proto

import type { KeySetAge as _identity_v1_KeySetAge, KeySetAge__Output as _identity_v1_KeySetAge__Output } from '../../identity/v1/KeySetAge.js';

export interface ListKeySetsResponse {
  'keySets'?: (_identity_v1_KeySetAge)[];
  'next'?: (string);
  'fresh'?: (number);
  'failing'?: (number);
  'expired'?: (number);
}

export interface ListKeySetsResponse__Output {
  'keySets': (_identity_v1_KeySetAge__Output)[];
  'next': (string);
  'fresh': (number);
  'failing': (number);
  'expired': (number);
}
