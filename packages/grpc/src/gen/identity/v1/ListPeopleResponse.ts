// Original file: proto/identity/v1/identity.proto

import type { Person as _identity_v1_Person, Person__Output as _identity_v1_Person__Output } from '../../identity/v1/Person.js';

export interface ListPeopleResponse {
  'people'?: (_identity_v1_Person)[];
  'next'?: (string);
}

export interface ListPeopleResponse__Output {
  'people': (_identity_v1_Person__Output)[];
  'next': (string);
}
