// Original file: proto/policy/v1/policy.proto


export interface Texts {
  'values'?: (string)[];
}

export interface Texts__Output {
  'values': (string)[];
}
