// Original file: proto/identity/v1/identity.proto

import type { SecretKey as _identity_v1_SecretKey, SecretKey__Output as _identity_v1_SecretKey__Output } from '../../identity/v1/SecretKey.js';

export interface ListSecretKeysResponse {
  'keys'?: (_identity_v1_SecretKey)[];
}

export interface ListSecretKeysResponse__Output {
  'keys': (_identity_v1_SecretKey__Output)[];
}
