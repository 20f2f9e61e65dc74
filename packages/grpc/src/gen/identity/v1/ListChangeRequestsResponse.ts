// Original file: proto/identity/v1/identity.proto

import type { ChangeRequest as _identity_v1_ChangeRequest, ChangeRequest__Output as _identity_v1_ChangeRequest__Output } from '../../identity/v1/ChangeRequest.js';

export interface ListChangeRequestsResponse {
  'requests'?: (_identity_v1_ChangeRequest)[];
  'next'?: (string);
}

export interface ListChangeRequestsResponse__Output {
  'requests': (_identity_v1_ChangeRequest__Output)[];
  'next': (string);
}
