// Original file: proto/webhooks/v1/webhooks.proto

import type { Endpoint as _webhooks_v1_Endpoint, Endpoint__Output as _webhooks_v1_Endpoint__Output } from '../../webhooks/v1/Endpoint.js';

export interface CreateEndpointResponse {
  'endpoint'?: (_webhooks_v1_Endpoint | null);
  'secret'?: (string);
}

export interface CreateEndpointResponse__Output {
  'endpoint': (_webhooks_v1_Endpoint__Output | null);
  'secret': (string);
}
