// Original file: proto/event/v1/event.proto

import type { Long } from '@grpc/proto-loader';

export interface Event {
  'id'?: (string);
  'type'?: (string);
  'position'?: (number | string | Long);
  'timeMs'?: (number | string | Long);
  'orderingKey'?: (string);
  'dataJson'?: (string);
  'traceId'?: (string);
}

export interface Event__Output {
  'id': (string);
  'type': (string);
  'position': (string);
  'timeMs': (string);
  'orderingKey': (string);
  'dataJson': (string);
  'traceId': (string);
}
