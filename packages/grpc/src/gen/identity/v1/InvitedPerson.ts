// Original file: proto/identity/v1/identity.proto

import type { Person as _identity_v1_Person, Person__Output as _identity_v1_Person__Output } from '../../identity/v1/Person.js';
import type { Long } from '@grpc/proto-loader';

export interface InvitedPerson {
  'person'?: (_identity_v1_Person | null);
  'invitation'?: (string);
  'timeExpires'?: (number | string | Long);
}

export interface InvitedPerson__Output {
  'person': (_identity_v1_Person__Output | null);
  'invitation': (string);
  'timeExpires': (string);
}
