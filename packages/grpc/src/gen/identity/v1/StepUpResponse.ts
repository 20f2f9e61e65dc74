// Original file: proto/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface StepUpResponse {
  'timeStepUpEnds'?: (number | string | Long);
}

export interface StepUpResponse__Output {
  'timeStepUpEnds': (string);
}
