// Original file: proto/identity/v1/identity.proto

import type { Grants as _identity_v1_Grants, Grants__Output as _identity_v1_Grants__Output } from '../../identity/v1/Grants.js';

export interface AuthenticateOperatorResponse {
  'grants'?: (_identity_v1_Grants | null);
}

export interface AuthenticateOperatorResponse__Output {
  'grants': (_identity_v1_Grants__Output | null);
}
