// Original file: proto/identity/v1/identity.proto


export interface Origins {
  'values'?: (string)[];
}

export interface Origins__Output {
  'values': (string)[];
}
