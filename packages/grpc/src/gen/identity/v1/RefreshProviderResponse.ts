// Original file: proto/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface RefreshProviderResponse {
  'providerId'?: (string);
  'timeFetched'?: (number | string | Long);
  'keysAdded'?: (string)[];
  'keysRemoved'?: (string)[];
}

export interface RefreshProviderResponse__Output {
  'providerId': (string);
  'timeFetched': (string);
  'keysAdded': (string)[];
  'keysRemoved': (string)[];
}
