// Original file: proto/wallet/v1/wallet.proto

import type { Long } from '@grpc/proto-loader';

export interface ListAllWalletsRequest {
  'applicationId'?: (string);
  'interface'?: (string);
  'chain'?: (string);
  'network'?: (string);
  'address'?: (string);
  'issuer'?: (string);
  'subject'?: (string);
  'since'?: (number | string | Long);
  'until'?: (number | string | Long);
  'after'?: (string);
  'limit'?: (number);
}

export interface ListAllWalletsRequest__Output {
  'applicationId': (string);
  'interface': (string);
  'chain': (string);
  'network': (string);
  'address': (string);
  'issuer': (string);
  'subject': (string);
  'since': (string);
  'until': (string);
  'after': (string);
  'limit': (number);
}
