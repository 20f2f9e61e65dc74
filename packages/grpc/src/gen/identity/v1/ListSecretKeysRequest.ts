// Original file: proto/identity/v1/identity.proto


export interface ListSecretKeysRequest {
  'applicationId'?: (string);
}

export interface ListSecretKeysRequest__Output {
  'applicationId': (string);
}
