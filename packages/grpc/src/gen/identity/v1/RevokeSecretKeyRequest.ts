// Original file: proto/identity/v1/identity.proto


export interface RevokeSecretKeyRequest {
  'applicationId'?: (string);
  'secretKeyId'?: (string);
}

export interface RevokeSecretKeyRequest__Output {
  'applicationId': (string);
  'secretKeyId': (string);
}
