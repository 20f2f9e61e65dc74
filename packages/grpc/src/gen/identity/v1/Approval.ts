// Original file: proto/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface Approval {
  'personId'?: (string);
  'passkeyJson'?: (string);
  'timeCreated'?: (number | string | Long);
}

export interface Approval__Output {
  'personId': (string);
  'passkeyJson': (string);
  'timeCreated': (string);
}
