// Original file: proto/identity/v1/identity.proto

import type { Person as _identity_v1_Person, Person__Output as _identity_v1_Person__Output } from '../../identity/v1/Person.js';
import type { Long } from '@grpc/proto-loader';

export interface NewSession {
  'session'?: (string);
  'person'?: (_identity_v1_Person | null);
  'timeExpires'?: (number | string | Long);
  'idleSeconds'?: (number);
}

export interface NewSession__Output {
  'session': (string);
  'person': (_identity_v1_Person__Output | null);
  'timeExpires': (string);
  'idleSeconds': (number);
}
