// Original file: proto/identity/v1/identity.proto

import type { TokenTypes as _identity_v1_TokenTypes, TokenTypes__Output as _identity_v1_TokenTypes__Output } from '../../identity/v1/TokenTypes.js';

export interface TokenSettingsChanges {
  'audienceMatch'?: (string);
  'audienceClaim'?: (string);
  'tokenTypes'?: (_identity_v1_TokenTypes | null);
  '_audienceMatch'?: "audienceMatch";
  '_audienceClaim'?: "audienceClaim";
}

export interface TokenSettingsChanges__Output {
  'audienceMatch'?: (string);
  'audienceClaim'?: (string);
  'tokenTypes': (_identity_v1_TokenTypes__Output | null);
  '_audienceMatch'?: "audienceMatch";
  '_audienceClaim'?: "audienceClaim";
}
