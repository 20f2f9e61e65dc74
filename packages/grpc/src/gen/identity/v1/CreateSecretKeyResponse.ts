// Original file: proto/identity/v1/identity.proto

import type { SecretKey as _identity_v1_SecretKey, SecretKey__Output as _identity_v1_SecretKey__Output } from '../../identity/v1/SecretKey.js';

export interface CreateSecretKeyResponse {
  'key'?: (_identity_v1_SecretKey | null);
  'secretKey'?: (string);
}

export interface CreateSecretKeyResponse__Output {
  'key': (_identity_v1_SecretKey__Output | null);
  'secretKey': (string);
}
