// Original file: proto/event/v1/event.proto

import type { Long } from '@grpc/proto-loader';

export interface ListEventsRequest {
  'applicationId'?: (string);
  'after'?: (number | string | Long);
  'limit'?: (number);
  'onlyEnd'?: (boolean);
}

export interface ListEventsRequest__Output {
  'applicationId': (string);
  'after': (string);
  'limit': (number);
  'onlyEnd': (boolean);
}
