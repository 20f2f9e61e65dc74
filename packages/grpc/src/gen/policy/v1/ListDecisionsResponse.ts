// Original file: proto/policy/v1/policy.proto


export interface ListDecisionsResponse {
  'decisionsJson'?: (string)[];
  'next'?: (string);
}

export interface ListDecisionsResponse__Output {
  'decisionsJson': (string)[];
  'next': (string);
}
