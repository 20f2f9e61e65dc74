// Original file: proto/identity/v1/identity.proto

import type { ProviderIds as _identity_v1_ProviderIds, ProviderIds__Output as _identity_v1_ProviderIds__Output } from '../../identity/v1/ProviderIds.js';
import type { Origins as _identity_v1_Origins, Origins__Output as _identity_v1_Origins__Output } from '../../identity/v1/Origins.js';

export interface SettingsChanges {
  'opJwtMode'?: (string);
  'expressJwtMaxLifetimeSeconds'?: (number);
  'accessKeyRecovery'?: (boolean);
  'emailProviderIds'?: (_identity_v1_ProviderIds | null);
  'allowedOrigins'?: (_identity_v1_Origins | null);
  'claimPossible'?: (string);
  '_opJwtMode'?: "opJwtMode";
  '_expressJwtMaxLifetimeSeconds'?: "expressJwtMaxLifetimeSeconds";
  '_accessKeyRecovery'?: "accessKeyRecovery";
  '_claimPossible'?: "claimPossible";
}

export interface SettingsChanges__Output {
  'opJwtMode'?: (string);
  'expressJwtMaxLifetimeSeconds'?: (number);
  'accessKeyRecovery'?: (boolean);
  'emailProviderIds': (_identity_v1_ProviderIds__Output | null);
  'allowedOrigins': (_identity_v1_Origins__Output | null);
  'claimPossible'?: (string);
  '_opJwtMode'?: "opJwtMode";
  '_expressJwtMaxLifetimeSeconds'?: "expressJwtMaxLifetimeSeconds";
  '_accessKeyRecovery'?: "accessKeyRecovery";
  '_claimPossible'?: "claimPossible";
}
