// Original file: proto/trust/v1/trust.proto

import type { StatedItem as _trust_v1_StatedItem, StatedItem__Output as _trust_v1_StatedItem__Output } from '../../trust/v1/StatedItem.js';
import type { Long } from '@grpc/proto-loader';

export interface SignedStatement {
  'kid'?: (string);
  'statedAt'?: (number | string | Long);
  'rootVersion'?: (number | string | Long);
  'items'?: (_trust_v1_StatedItem)[];
  'signature'?: (Buffer | Uint8Array | string);
}

export interface SignedStatement__Output {
  'kid': (string);
  'statedAt': (string);
  'rootVersion': (string);
  'items': (_trust_v1_StatedItem__Output)[];
  'signature': (Buffer);
}
