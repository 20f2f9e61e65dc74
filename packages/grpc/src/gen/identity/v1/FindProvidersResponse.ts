// Original file: proto/identity/v1/identity.proto

import type { Application as _identity_v1_Application, Application__Output as _identity_v1_Application__Output } from '../../identity/v1/Application.js';
import type { Provider as _identity_v1_Provider, Provider__Output as _identity_v1_Provider__Output } from '../../identity/v1/Provider.js';

export interface FindProvidersResponse {
  'application'?: (_identity_v1_Application | null);
  'providers'?: (_identity_v1_Provider)[];
}

export interface FindProvidersResponse__Output {
  'application': (_identity_v1_Application__Output | null);
  'providers': (_identity_v1_Provider__Output)[];
}
