// Original file: proto/webhooks/v1/webhooks.proto

import type { Long } from '@grpc/proto-loader';

export interface Endpoint {
  'id'?: (string);
  'applicationId'?: (string);
  'url'?: (string);
  'description'?: (string);
  'eventTypes'?: (string)[];
  'enabled'?: (boolean);
  'disabledReason'?: (string);
  'timeCreated'?: (number | string | Long);
  'timeUpdated'?: (number | string | Long);
}

export interface Endpoint__Output {
  'id': (string);
  'applicationId': (string);
  'url': (string);
  'description': (string);
  'eventTypes': (string)[];
  'enabled': (boolean);
  'disabledReason': (string);
  'timeCreated': (string);
  'timeUpdated': (string);
}
