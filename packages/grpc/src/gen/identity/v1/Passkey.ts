// Original file: proto/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface Passkey {
  'id'?: (string);
  'label'?: (string);
  'isBackedUp'?: (boolean);
  'timeCreated'?: (number | string | Long);
  'timeLastUsed'?: (number | string | Long);
}

export interface Passkey__Output {
  'id': (string);
  'label': (string);
  'isBackedUp': (boolean);
  'timeCreated': (string);
  'timeLastUsed': (string);
}
