// Original file: proto/identity/v1/identity.proto

import type { ProviderIds as _identity_v1_ProviderIds, ProviderIds__Output as _identity_v1_ProviderIds__Output } from '../../identity/v1/ProviderIds.js';

export interface SettingsChanges {
  'opJwtMode'?: (string);
  'expressJwtMaxLifetimeSeconds'?: (number);
  'accessKeyRecovery'?: (boolean);
  'emailProviderIds'?: (_identity_v1_ProviderIds | null);
  '_opJwtMode'?: "opJwtMode";
  '_expressJwtMaxLifetimeSeconds'?: "expressJwtMaxLifetimeSeconds";
  '_accessKeyRecovery'?: "accessKeyRecovery";
}

export interface SettingsChanges__Output {
  'opJwtMode'?: (string);
  'expressJwtMaxLifetimeSeconds'?: (number);
  'accessKeyRecovery'?: (boolean);
  'emailProviderIds': (_identity_v1_ProviderIds__Output | null);
  '_opJwtMode'?: "opJwtMode";
  '_expressJwtMaxLifetimeSeconds'?: "expressJwtMaxLifetimeSeconds";
  '_accessKeyRecovery'?: "accessKeyRecovery";
}
