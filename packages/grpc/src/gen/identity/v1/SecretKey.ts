// Original file: proto/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface SecretKey {
  'id'?: (string);
  'timeCreated'?: (number | string | Long);
  'timeLastUsed'?: (number | string | Long);
  'timeRevoked'?: (number | string | Long);
  'label'?: (string);
  'scopes'?: (string)[];
  'timeExpires'?: (number | string | Long);
}

export interface SecretKey__Output {
  'id': (string);
  'timeCreated': (string);
  'timeLastUsed': (string);
  'timeRevoked': (string);
  'label': (string);
  'scopes': (string)[];
  'timeExpires': (string);
}
