// Original file: proto/webhooks/v1/webhooks.proto

import type { Delivery as _webhooks_v1_Delivery, Delivery__Output as _webhooks_v1_Delivery__Output } from '../../webhooks/v1/Delivery.js';

export interface ListDeliveriesResponse {
  'deliveries'?: (_webhooks_v1_Delivery)[];
  'next'?: (string);
}

export interface ListDeliveriesResponse__Output {
  'deliveries': (_webhooks_v1_Delivery__Output)[];
  'next': (string);
}
