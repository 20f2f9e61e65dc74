// Original file: proto/identity/v1/identity.proto


export interface UpdateSecretKeyRequest {
  'applicationId'?: (string);
  'secretKeyId'?: (string);
  'label'?: (string);
}

export interface UpdateSecretKeyRequest__Output {
  'applicationId': (string);
  'secretKeyId': (string);
  'label': (string);
}
