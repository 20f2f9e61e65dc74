// Original file: proto/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface KeySetAge {
  'applicationId'?: (string);
  'providerId'?: (string);
  'issuer'?: (string);
  'jwksUri'?: (string);
  'state'?: (string);
  'timeFetched'?: (number | string | Long);
  'timeNextFetch'?: (number | string | Long);
  'lastFailure'?: (string);
}

export interface KeySetAge__Output {
  'applicationId': (string);
  'providerId': (string);
  'issuer': (string);
  'jwksUri': (string);
  'state': (string);
  'timeFetched': (string);
  'timeNextFetch': (string);
  'lastFailure': (string);
}
