// Original file: proto/webhooks/v1/webhooks.proto

import type { Attempt as _webhooks_v1_Attempt, Attempt__Output as _webhooks_v1_Attempt__Output } from '../../webhooks/v1/Attempt.js';
import type { Long } from '@grpc/proto-loader';

export interface Delivery {
  'id'?: (string);
  'endpointId'?: (string);
  'eventId'?: (string);
  'eventType'?: (string);
  'status'?: (string);
  'attempts'?: (number);
  'timeCreated'?: (number | string | Long);
  'timeNextAttempt'?: (number | string | Long);
  'timeCompleted'?: (number | string | Long);
  'responseStatus'?: (number);
  'problem'?: (string);
  'payloadJson'?: (string);
  'attemptsMade'?: (_webhooks_v1_Attempt)[];
}

export interface Delivery__Output {
  'id': (string);
  'endpointId': (string);
  'eventId': (string);
  'eventType': (string);
  'status': (string);
  'attempts': (number);
  'timeCreated': (string);
  'timeNextAttempt': (string);
  'timeCompleted': (string);
  'responseStatus': (number);
  'problem': (string);
  'payloadJson': (string);
  'attemptsMade': (_webhooks_v1_Attempt__Output)[];
}
