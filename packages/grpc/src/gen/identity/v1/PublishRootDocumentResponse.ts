// Original file: proto/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface PublishRootDocumentResponse {
  'version'?: (number | string | Long);
}

export interface PublishRootDocumentResponse__Output {
  'version': (string);
}
