// Original file: proto/policy/v1/policy.proto

import type { SettingsChanges as _policy_v1_SettingsChanges, SettingsChanges__Output as _policy_v1_SettingsChanges__Output } from '../../policy/v1/SettingsChanges.js';

export interface UpdateSettingsRequest {
  'applicationId'?: (string);
  'validateOnly'?: (boolean);
  'changes'?: (_policy_v1_SettingsChanges | null);
  'providerIssuers'?: (string)[];
}

export interface UpdateSettingsRequest__Output {
  'applicationId': (string);
  'validateOnly': (boolean);
  'changes': (_policy_v1_SettingsChanges__Output | null);
  'providerIssuers': (string)[];
}
