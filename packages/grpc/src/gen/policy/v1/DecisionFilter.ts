// Original file: proto/policy/v1/policy.proto

import type { Long } from '@grpc/proto-loader';

export interface DecisionFilter {
  'walletId'?: (string);
  'issuer'?: (string);
  'subject'?: (string);
  'outcome'?: (string);
  'traceId'?: (string);
  'since'?: (number | string | Long);
  'until'?: (number | string | Long);
}

export interface DecisionFilter__Output {
  'walletId': (string);
  'issuer': (string);
  'subject': (string);
  'outcome': (string);
  'traceId': (string);
  'since': (string);
  'until': (string);
}
