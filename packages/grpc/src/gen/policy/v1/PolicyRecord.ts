// Original file: proto/policy/v1/policy.proto

import type { Long } from '@grpc/proto-loader';

export interface PolicyRecord {
  'id'?: (string);
  'isActive'?: (boolean);
  'name'?: (string);
  'chain'?: (string);
  'scope'?: (string);
  'description'?: (string);
  'rulesJson'?: (string);
  'revision'?: (number);
  'timeCreated'?: (number | string | Long);
  'timeUpdated'?: (number | string | Long);
  '_description'?: "description";
}

export interface PolicyRecord__Output {
  'id': (string);
  'isActive': (boolean);
  'name': (string);
  'chain': (string);
  'scope': (string);
  'description'?: (string);
  'rulesJson': (string);
  'revision': (number);
  'timeCreated': (string);
  'timeUpdated': (string);
  '_description'?: "description";
}
