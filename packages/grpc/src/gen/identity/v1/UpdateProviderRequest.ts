// Original file: proto/identity/v1/identity.proto

import type { TokenSettingsChanges as _identity_v1_TokenSettingsChanges, TokenSettingsChanges__Output as _identity_v1_TokenSettingsChanges__Output } from '../../identity/v1/TokenSettingsChanges.js';

export interface UpdateProviderRequest {
  'applicationId'?: (string);
  'providerId'?: (string);
  'issuer'?: (string);
  'audience'?: (string);
  'jwksUri'?: (string);
  'tokenSettings'?: (_identity_v1_TokenSettingsChanges | null);
}

export interface UpdateProviderRequest__Output {
  'applicationId': (string);
  'providerId': (string);
  'issuer': (string);
  'audience': (string);
  'jwksUri': (string);
  'tokenSettings': (_identity_v1_TokenSettingsChanges__Output | null);
}
