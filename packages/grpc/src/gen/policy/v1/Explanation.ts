// Original file: proto/policy/v1/decision.proto

import type { RuleRecord as _policy_v1_RuleRecord, RuleRecord__Output as _policy_v1_RuleRecord__Output } from '../../policy/v1/RuleRecord.js';
import type { NamedPolicy as _policy_v1_NamedPolicy, NamedPolicy__Output as _policy_v1_NamedPolicy__Output } from '../../policy/v1/NamedPolicy.js';

export interface Explanation {
  'outcome'?: (string);
  'reason'?: (string);
  'rules'?: (_policy_v1_RuleRecord)[];
  'rulesFired'?: (number);
  'rulesConsidered'?: (number);
  'causedBy'?: (_policy_v1_NamedPolicy)[];
  'unmet'?: (_policy_v1_RuleRecord)[];
  'notAllowed'?: (number)[];
  '_rulesFired'?: "rulesFired";
  '_rulesConsidered'?: "rulesConsidered";
}

export interface Explanation__Output {
  'outcome': (string);
  'reason': (string);
  'rules': (_policy_v1_RuleRecord__Output)[];
  'rulesFired'?: (number);
  'rulesConsidered'?: (number);
  'causedBy': (_policy_v1_NamedPolicy__Output)[];
  'unmet': (_policy_v1_RuleRecord__Output)[];
  'notAllowed': (number)[];
  '_rulesFired'?: "rulesFired";
  '_rulesConsidered'?: "rulesConsidered";
}
