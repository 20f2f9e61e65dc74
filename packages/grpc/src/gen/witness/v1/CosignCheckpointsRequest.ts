// Original file: proto/witness/v1/witness.proto

import type { CheckpointOffer as _witness_v1_CheckpointOffer, CheckpointOffer__Output as _witness_v1_CheckpointOffer__Output } from '../../witness/v1/CheckpointOffer.js';

export interface CosignCheckpointsRequest {
  'offers'?: (_witness_v1_CheckpointOffer)[];
}

export interface CosignCheckpointsRequest__Output {
  'offers': (_witness_v1_CheckpointOffer__Output)[];
}
