// Original file: proto/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface Member {
  'personId'?: (string);
  'name'?: (string);
  'role'?: (string);
  'timeCreated'?: (number | string | Long);
  'email'?: (string);
  'timeRemoved'?: (number | string | Long);
  'state'?: (string);
  'timeInvitationExpires'?: (number | string | Long);
}

export interface Member__Output {
  'personId': (string);
  'name': (string);
  'role': (string);
  'timeCreated': (string);
  'email': (string);
  'timeRemoved': (string);
  'state': (string);
  'timeInvitationExpires': (string);
}
