// Original file: proto/identity/v1/identity.proto


export interface ProviderIds {
  'values'?: (string)[];
}

export interface ProviderIds__Output {
  'values': (string)[];
}
