// Original file: proto/identity/v1/identity.proto

import type { Provider as _identity_v1_Provider, Provider__Output as _identity_v1_Provider__Output } from '../../identity/v1/Provider.js';

export interface ListProvidersResponse {
  'providers'?: (_identity_v1_Provider)[];
}

export interface ListProvidersResponse__Output {
  'providers': (_identity_v1_Provider__Output)[];
}
