// Original file: proto/policy/v1/policy.proto

import type { Long } from '@grpc/proto-loader';

export interface Settings {
  'policyEvaluationEnabled'?: (boolean);
  'recencyWindowMinutes'?: (number);
  'defaultAction'?: (string);
  'rawHashSigning'?: (string);
  'eip7702AnyChain'?: (string);
  'embeddedWalletProviderIds'?: (string)[];
  'mfaAcrValues'?: (string)[];
  'plainChainIds'?: (number | string | Long)[];
  'denialDetail'?: (string);
  'chainIdCheck'?: (string);
}

export interface Settings__Output {
  'policyEvaluationEnabled': (boolean);
  'recencyWindowMinutes': (number);
  'defaultAction': (string);
  'rawHashSigning': (string);
  'eip7702AnyChain': (string);
  'embeddedWalletProviderIds': (string)[];
  'mfaAcrValues': (string)[];
  'plainChainIds': (string)[];
  'denialDetail': (string);
  'chainIdCheck': (string);
}
