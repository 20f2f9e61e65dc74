// Original file: proto/identity/v1/identity.proto

import type { ChangeRequest as _identity_v1_ChangeRequest, ChangeRequest__Output as _identity_v1_ChangeRequest__Output } from '../../identity/v1/ChangeRequest.js';
import type { Grants as _identity_v1_Grants, Grants__Output as _identity_v1_Grants__Output } from '../../identity/v1/Grants.js';

export interface BeginChangeResponse {
  'request'?: (_identity_v1_ChangeRequest | null);
  'grants'?: (_identity_v1_Grants | null);
}

export interface BeginChangeResponse__Output {
  'request': (_identity_v1_ChangeRequest__Output | null);
  'grants': (_identity_v1_Grants__Output | null);
}
