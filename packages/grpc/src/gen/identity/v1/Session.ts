// Original file: proto/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface Session {
  'id'?: (string);
  'timeCreated'?: (number | string | Long);
  'timeExpires'?: (number | string | Long);
  'timeLastUsed'?: (number | string | Long);
  'timeStepUpEnds'?: (number | string | Long);
  'userAgent'?: (string);
}

export interface Session__Output {
  'id': (string);
  'timeCreated': (string);
  'timeExpires': (string);
  'timeLastUsed': (string);
  'timeStepUpEnds': (string);
  'userAgent': (string);
}
