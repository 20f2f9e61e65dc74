// Original file: proto/identity/v1/identity.proto

import type { Application as _identity_v1_Application, Application__Output as _identity_v1_Application__Output } from '../../identity/v1/Application.js';
import type { Provider as _identity_v1_Provider, Provider__Output as _identity_v1_Provider__Output } from '../../identity/v1/Provider.js';

export interface AuthenticateUserResponse {
  'revision'?: (string);
  'unchanged'?: (boolean);
  'application'?: (_identity_v1_Application | null);
  'provider'?: (_identity_v1_Provider | null);
  'keySetJson'?: (string);
  'maxStalenessMs'?: (number);
}

export interface AuthenticateUserResponse__Output {
  'revision': (string);
  'unchanged': (boolean);
  'application': (_identity_v1_Application__Output | null);
  'provider': (_identity_v1_Provider__Output | null);
  'keySetJson': (string);
  'maxStalenessMs': (number);
}
