// Original file: proto/policy/v1/policy.proto


export interface Settings {
  'policyEvaluationEnabled'?: (boolean);
  'recencyWindowMinutes'?: (number);
  'defaultAction'?: (string);
  'rawHashSigning'?: (string);
  'eip7702AnyChain'?: (string);
  'embeddedWalletProviderIds'?: (string)[];
  'mfaAcrValues'?: (string)[];
}

export interface Settings__Output {
  'policyEvaluationEnabled': (boolean);
  'recencyWindowMinutes': (number);
  'defaultAction': (string);
  'rawHashSigning': (string);
  'eip7702AnyChain': (string);
  'embeddedWalletProviderIds': (string)[];
  'mfaAcrValues': (string)[];
}
