// Original file: proto/policy/v1/policy.proto


export interface GetSettingsRequest {
  'applicationId'?: (string);
}

export interface GetSettingsRequest__Output {
  'applicationId': (string);
}
