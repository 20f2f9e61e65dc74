// Original file: proto/policy/v1/policy.proto

import type { Explanation as _policy_v1_Explanation, Explanation__Output as _policy_v1_Explanation__Output } from '../../policy/v1/Explanation.js';
import type { NamedPolicy as _policy_v1_NamedPolicy, NamedPolicy__Output as _policy_v1_NamedPolicy__Output } from '../../policy/v1/NamedPolicy.js';
import type { PolicyNotApplicable as _policy_v1_PolicyNotApplicable, PolicyNotApplicable__Output as _policy_v1_PolicyNotApplicable__Output } from '../../policy/v1/PolicyNotApplicable.js';
import type { MfaDemand as _policy_v1_MfaDemand, MfaDemand__Output as _policy_v1_MfaDemand__Output } from '../../policy/v1/MfaDemand.js';

export interface EvaluateDryRunResponse {
  'explanation'?: (_policy_v1_Explanation | null);
  'method'?: (string);
  'evaluationEnabled'?: (boolean);
  'policiesEvaluated'?: (_policy_v1_NamedPolicy)[];
  'policiesNotApplicable'?: (_policy_v1_PolicyNotApplicable)[];
  'mfa'?: (_policy_v1_MfaDemand | null);
  'assumptions'?: (string)[];
}

export interface EvaluateDryRunResponse__Output {
  'explanation': (_policy_v1_Explanation__Output | null);
  'method': (string);
  'evaluationEnabled': (boolean);
  'policiesEvaluated': (_policy_v1_NamedPolicy__Output)[];
  'policiesNotApplicable': (_policy_v1_PolicyNotApplicable__Output)[];
  'mfa': (_policy_v1_MfaDemand__Output | null);
  'assumptions': (string)[];
}
