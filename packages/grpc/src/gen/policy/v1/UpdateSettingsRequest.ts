// Original file: proto/policy/v1/policy.proto


export interface UpdateSettingsRequest {
  'applicationId'?: (string);
  'changesJson'?: (string);
  'validateOnly'?: (boolean);
}

export interface UpdateSettingsRequest__Output {
  'applicationId': (string);
  'changesJson': (string);
  'validateOnly': (boolean);
}
