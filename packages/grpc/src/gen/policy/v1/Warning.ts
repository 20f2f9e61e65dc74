// Original file: proto/policy/v1/policy.proto


export interface Warning {
  'code'?: (string);
  'field'?: (string);
  'remedy'?: (string);
}

export interface Warning__Output {
  'code': (string);
  'field': (string);
  'remedy': (string);
}
