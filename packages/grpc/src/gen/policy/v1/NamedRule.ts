// Original file: proto/policy/v1/policy.proto


export interface NamedRule {
  'policyId'?: (string);
  'policyName'?: (string);
  'rule'?: (string);
  'ruleIndex'?: (number);
  'action'?: (string);
}

export interface NamedRule__Output {
  'policyId': (string);
  'policyName': (string);
  'rule': (string);
  'ruleIndex': (number);
  'action': (string);
}
