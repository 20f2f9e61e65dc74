// Original file: proto/identity/v1/identity.proto

import type { Settings as _identity_v1_Settings, Settings__Output as _identity_v1_Settings__Output } from '../../identity/v1/Settings.js';
import type { Features as _identity_v1_Features, Features__Output as _identity_v1_Features__Output } from '../../identity/v1/Features.js';
import type { Long } from '@grpc/proto-loader';

export interface Application {
  'id'?: (string);
  'name'?: (string);
  'apiKey'?: (string);
  'settings'?: (_identity_v1_Settings | null);
  'features'?: (_identity_v1_Features | null);
  'timeCreated'?: (number | string | Long);
  'timeUpdated'?: (number | string | Long);
}

export interface Application__Output {
  'id': (string);
  'name': (string);
  'apiKey': (string);
  'settings': (_identity_v1_Settings__Output | null);
  'features': (_identity_v1_Features__Output | null);
  'timeCreated': (string);
  'timeUpdated': (string);
}
