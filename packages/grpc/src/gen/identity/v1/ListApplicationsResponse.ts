// Original file: proto/identity/v1/identity.proto

import type { Application as _identity_v1_Application, Application__Output as _identity_v1_Application__Output } from '../../identity/v1/Application.js';

export interface ListApplicationsResponse {
  'applications'?: (_identity_v1_Application)[];
  'next'?: (string);
}

export interface ListApplicationsResponse__Output {
  'applications': (_identity_v1_Application__Output)[];
  'next': (string);
}
