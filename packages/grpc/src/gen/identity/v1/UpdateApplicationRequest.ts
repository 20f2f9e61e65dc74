// Original file: proto/identity/v1/identity.proto

import type { SettingsChanges as _identity_v1_SettingsChanges, SettingsChanges__Output as _identity_v1_SettingsChanges__Output } from '../../identity/v1/SettingsChanges.js';
import type { FeaturesChanges as _identity_v1_FeaturesChanges, FeaturesChanges__Output as _identity_v1_FeaturesChanges__Output } from '../../identity/v1/FeaturesChanges.js';

export interface UpdateApplicationRequest {
  'applicationId'?: (string);
  'name'?: (string);
  'settings'?: (_identity_v1_SettingsChanges | null);
  'features'?: (_identity_v1_FeaturesChanges | null);
  '_name'?: "name";
}

export interface UpdateApplicationRequest__Output {
  'applicationId': (string);
  'name'?: (string);
  'settings': (_identity_v1_SettingsChanges__Output | null);
  'features': (_identity_v1_FeaturesChanges__Output | null);
  '_name'?: "name";
}
