// Original file: proto/webhooks/v1/webhooks.proto

import type { EventTypes as _webhooks_v1_EventTypes, EventTypes__Output as _webhooks_v1_EventTypes__Output } from '../../webhooks/v1/EventTypes.js';

export interface UpdateEndpointRequest {
  'applicationId'?: (string);
  'endpointId'?: (string);
  'url'?: (string);
  'description'?: (string);
  'eventTypes'?: (_webhooks_v1_EventTypes | null);
  'enabled'?: (boolean);
  '_url'?: "url";
  '_description'?: "description";
  '_enabled'?: "enabled";
}

export interface UpdateEndpointRequest__Output {
  'applicationId': (string);
  'endpointId': (string);
  'url'?: (string);
  'description'?: (string);
  'eventTypes': (_webhooks_v1_EventTypes__Output | null);
  'enabled'?: (boolean);
  '_url'?: "url";
  '_description'?: "description";
  '_enabled'?: "enabled";
}
