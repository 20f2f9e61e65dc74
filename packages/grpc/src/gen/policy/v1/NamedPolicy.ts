// Original file: proto/policy/v1/decision.proto


export interface NamedPolicy {
  'id'?: (string);
  'name'?: (string);
}

export interface NamedPolicy__Output {
  'id': (string);
  'name': (string);
}
