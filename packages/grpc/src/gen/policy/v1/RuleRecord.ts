// Original file: proto/policy/v1/decision.proto

import type { ConditionRecord as _policy_v1_ConditionRecord, ConditionRecord__Output as _policy_v1_ConditionRecord__Output } from '../../policy/v1/ConditionRecord.js';

export interface RuleRecord {
  'policyId'?: (string);
  'policyName'?: (string);
  'policyRevision'?: (number);
  'scope'?: (string);
  'rule'?: (string);
  'ruleIndex'?: (number);
  'action'?: (string);
  'result'?: (string);
  'element'?: (number);
  'conditions'?: (_policy_v1_ConditionRecord)[];
  '_element'?: "element";
}

export interface RuleRecord__Output {
  'policyId': (string);
  'policyName': (string);
  'policyRevision': (number);
  'scope': (string);
  'rule': (string);
  'ruleIndex': (number);
  'action': (string);
  'result': (string);
  'element'?: (number);
  'conditions': (_policy_v1_ConditionRecord__Output)[];
  '_element'?: "element";
}
