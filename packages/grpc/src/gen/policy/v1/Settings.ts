// Original file: proto/policy/v1/policy.proto

import type { Warning as _policy_v1_Warning, Warning__Output as _policy_v1_Warning__Output } from '../../policy/v1/Warning.js';
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
  'warnings'?: (_policy_v1_Warning)[];
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
  'warnings': (_policy_v1_Warning__Output)[];
}
