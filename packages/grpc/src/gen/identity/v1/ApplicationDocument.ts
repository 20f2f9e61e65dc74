// Original file: proto/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface ApplicationDocument {
  'signedDocument'?: (Buffer | Uint8Array | string);
  'version'?: (number | string | Long);
  'notBefore'?: (number | string | Long);
  'rootDocument'?: (Buffer | Uint8Array | string);
}

export interface ApplicationDocument__Output {
  'signedDocument': (Buffer);
  'version': (string);
  'notBefore': (string);
  'rootDocument': (Buffer);
}
