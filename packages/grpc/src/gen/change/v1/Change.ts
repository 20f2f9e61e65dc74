// Original file: proto/change/v1/change.proto

import type { Long } from '@grpc/proto-loader';

export interface Change {
  'applicationId'?: (string);
  'id'?: (string);
  'timeMs'?: (number | string | Long);
  'operation'?: (string);
  'detailsJson'?: (string);
  'traceId'?: (string);
}

export interface Change__Output {
  'applicationId': (string);
  'id': (string);
  'timeMs': (string);
  'operation': (string);
  'detailsJson': (string);
  'traceId': (string);
}
