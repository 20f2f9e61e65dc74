// Original file: proto/identity/v1/identity.proto

import type { TokenSettingsChanges as _identity_v1_TokenSettingsChanges, TokenSettingsChanges__Output as _identity_v1_TokenSettingsChanges__Output } from '../../identity/v1/TokenSettingsChanges.js';

export interface CreateProviderRequest {
  'applicationId'?: (string);
  'issuer'?: (string);
  'audience'?: (string);
  'jwksUri'?: (string);
  'tokenSettings'?: (_identity_v1_TokenSettingsChanges | null);
}

export interface CreateProviderRequest__Output {
  'applicationId': (string);
  'issuer': (string);
  'audience': (string);
  'jwksUri': (string);
  'tokenSettings': (_identity_v1_TokenSettingsChanges__Output | null);
}
