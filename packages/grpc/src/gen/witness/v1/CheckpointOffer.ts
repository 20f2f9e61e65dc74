// Original file: proto/witness/v1/witness.proto

import type { Long } from '@grpc/proto-loader';

export interface CheckpointOffer {
  'applicationId'?: (string);
  'note'?: (string);
  'publicKey'?: (Buffer | Uint8Array | string);
  'oldSize'?: (number | string | Long);
  'consistencyProof'?: (Buffer | Uint8Array | string)[];
}

export interface CheckpointOffer__Output {
  'applicationId': (string);
  'note': (string);
  'publicKey': (Buffer);
  'oldSize': (string);
  'consistencyProof': (Buffer)[];
}
