// Original file: proto/identity/v1/identity.proto

import type { Application as _identity_v1_Application, Application__Output as _identity_v1_Application__Output } from '../../identity/v1/Application.js';
import type { Provider as _identity_v1_Provider, Provider__Output as _identity_v1_Provider__Output } from '../../identity/v1/Provider.js';
import type { Grants as _identity_v1_Grants, Grants__Output as _identity_v1_Grants__Output } from '../../identity/v1/Grants.js';

export interface AuthenticateSessionResponse {
  'revision'?: (string);
  'unchanged'?: (boolean);
  'application'?: (_identity_v1_Application | null);
  'providers'?: (_identity_v1_Provider)[];
  'grants'?: (_identity_v1_Grants | null);
  'scopes'?: (string)[];
  'afterStepUp'?: (string)[];
  'afterApproval'?: (string)[];
}

export interface AuthenticateSessionResponse__Output {
  'revision': (string);
  'unchanged': (boolean);
  'application': (_identity_v1_Application__Output | null);
  'providers': (_identity_v1_Provider__Output)[];
  'grants': (_identity_v1_Grants__Output | null);
  'scopes': (string)[];
  'afterStepUp': (string)[];
  'afterApproval': (string)[];
}
