// Original file: proto/identity/v1/identity.proto

import type { TokenSettings as _identity_v1_TokenSettings, TokenSettings__Output as _identity_v1_TokenSettings__Output } from '../../identity/v1/TokenSettings.js';

export interface Provider {
  'id'?: (string);
  'applicationId'?: (string);
  'issuer'?: (string);
  'audience'?: (string);
  'jwksUri'?: (string);
  'discovered'?: (boolean);
  'tokenSettings'?: (_identity_v1_TokenSettings | null);
}

export interface Provider__Output {
  'id': (string);
  'applicationId': (string);
  'issuer': (string);
  'audience': (string);
  'jwksUri': (string);
  'discovered': (boolean);
  'tokenSettings': (_identity_v1_TokenSettings__Output | null);
}
