// Original file: proto/identity/v1/identity.proto


export interface TokenTypes {
  'values'?: (string)[];
}

export interface TokenTypes__Output {
  'values': (string)[];
}
