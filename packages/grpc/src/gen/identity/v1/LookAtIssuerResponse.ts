// Original file: proto/identity/v1/identity.proto

import type { FoundKey as _identity_v1_FoundKey, FoundKey__Output as _identity_v1_FoundKey__Output } from '../../identity/v1/FoundKey.js';

export interface LookAtIssuerResponse {
  'jwksUri'?: (string);
  'keys'?: (_identity_v1_FoundKey)[];
}

export interface LookAtIssuerResponse__Output {
  'jwksUri': (string);
  'keys': (_identity_v1_FoundKey__Output)[];
}
