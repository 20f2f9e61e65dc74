// Original file: proto/policy/v1/policy.proto

import type { NamedPolicy as _policy_v1_NamedPolicy, NamedPolicy__Output as _policy_v1_NamedPolicy__Output } from '../../policy/v1/NamedPolicy.js';

export interface PolicyNotApplicable {
  'policy'?: (_policy_v1_NamedPolicy | null);
  'because'?: (string);
}

export interface PolicyNotApplicable__Output {
  'policy': (_policy_v1_NamedPolicy__Output | null);
  'because': (string);
}
