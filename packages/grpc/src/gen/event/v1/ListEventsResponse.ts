// Original file: proto/event/v1/event.proto

import type { Event as _event_v1_Event, Event__Output as _event_v1_Event__Output } from '../../event/v1/Event.js';
import type { Long } from '@grpc/proto-loader';

export interface ListEventsResponse {
  'events'?: (_event_v1_Event)[];
  'next'?: (number | string | Long);
  'more'?: (boolean);
}

export interface ListEventsResponse__Output {
  'events': (_event_v1_Event__Output)[];
  'next': (string);
  'more': (boolean);
}
