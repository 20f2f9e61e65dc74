// Original file: proto/identity/v1/identity.proto


export interface RefreshKeySetResponse {
  'revision'?: (string);
  'keySetJson'?: (string);
}

export interface RefreshKeySetResponse__Output {
  'revision': (string);
  'keySetJson': (string);
}
