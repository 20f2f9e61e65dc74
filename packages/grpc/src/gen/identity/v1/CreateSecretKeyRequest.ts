// Original file: proto/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface CreateSecretKeyRequest {
  'applicationId'?: (string);
  'label'?: (string);
  'scopes'?: (string)[];
  'timeExpires'?: (number | string | Long);
}

export interface CreateSecretKeyRequest__Output {
  'applicationId': (string);
  'label': (string);
  'scopes': (string)[];
  'timeExpires': (string);
}
