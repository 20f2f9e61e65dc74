// Original file: proto/identity/v1/identity.proto


export interface RefreshKeySetRequest {
  'applicationId'?: (string);
  'providerId'?: (string);
}

export interface RefreshKeySetRequest__Output {
  'applicationId': (string);
  'providerId': (string);
}
