// Original file: proto/identity/v1/identity.proto

import type { Session as _identity_v1_Session, Session__Output as _identity_v1_Session__Output } from '../../identity/v1/Session.js';
import type { Person as _identity_v1_Person, Person__Output as _identity_v1_Person__Output } from '../../identity/v1/Person.js';
import type { Passkey as _identity_v1_Passkey, Passkey__Output as _identity_v1_Passkey__Output } from '../../identity/v1/Passkey.js';

export interface OwnAccess {
  'session'?: (_identity_v1_Session | null);
  'person'?: (_identity_v1_Person | null);
  'sessions'?: (_identity_v1_Session)[];
  'passkeys'?: (_identity_v1_Passkey)[];
}

export interface OwnAccess__Output {
  'session': (_identity_v1_Session__Output | null);
  'person': (_identity_v1_Person__Output | null);
  'sessions': (_identity_v1_Session__Output)[];
  'passkeys': (_identity_v1_Passkey__Output)[];
}
