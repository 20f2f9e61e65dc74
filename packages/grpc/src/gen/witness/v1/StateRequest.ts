// Original file: proto/witness/v1/witness.proto

import type { Source as _witness_v1_Source, Source__Output as _witness_v1_Source__Output } from '../../witness/v1/Source.js';

export interface StateRequest {
  'rootDocument'?: (Buffer | Uint8Array | string);
  'applicationId'?: (string);
  'document'?: (Buffer | Uint8Array | string);
  'sources'?: (_witness_v1_Source)[];
}

export interface StateRequest__Output {
  'rootDocument': (Buffer);
  'applicationId': (string);
  'document': (Buffer);
  'sources': (_witness_v1_Source__Output)[];
}
