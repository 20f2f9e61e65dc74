// Original file: proto/identity/v1/identity.proto

import type { NamedPerson as _identity_v1_NamedPerson, NamedPerson__Output as _identity_v1_NamedPerson__Output } from '../../identity/v1/NamedPerson.js';

export interface NamePeopleResponse {
  'people'?: (_identity_v1_NamedPerson)[];
}

export interface NamePeopleResponse__Output {
  'people': (_identity_v1_NamedPerson__Output)[];
}
