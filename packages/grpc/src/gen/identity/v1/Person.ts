// Original file: proto/identity/v1/identity.proto

import type { Membership as _identity_v1_Membership, Membership__Output as _identity_v1_Membership__Output } from '../../identity/v1/Membership.js';
import type { Long } from '@grpc/proto-loader';

export interface Person {
  'id'?: (string);
  'name'?: (string);
  'isOperator'?: (boolean);
  'timeCreated'?: (number | string | Long);
  'timeDisabled'?: (number | string | Long);
  'memberships'?: (_identity_v1_Membership)[];
  'email'?: (string);
}

export interface Person__Output {
  'id': (string);
  'name': (string);
  'isOperator': (boolean);
  'timeCreated': (string);
  'timeDisabled': (string);
  'memberships': (_identity_v1_Membership__Output)[];
  'email': (string);
}
