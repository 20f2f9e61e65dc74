// Original file: proto/identity/v1/identity.proto


export interface CreateSecretKeyRequest {
  'applicationId'?: (string);
  'label'?: (string);
}

export interface CreateSecretKeyRequest__Output {
  'applicationId': (string);
  'label': (string);
}
