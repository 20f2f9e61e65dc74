// Original file: proto/witness/v1/witness.proto

import type { HeldCheckpoint as _witness_v1_HeldCheckpoint, HeldCheckpoint__Output as _witness_v1_HeldCheckpoint__Output } from '../../witness/v1/HeldCheckpoint.js';

export interface CosignCheckpointsResponse {
  'held'?: (_witness_v1_HeldCheckpoint)[];
}

export interface CosignCheckpointsResponse__Output {
  'held': (_witness_v1_HeldCheckpoint__Output)[];
}
