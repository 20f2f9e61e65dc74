// Original file: proto/identity/v1/identity.proto


export interface AddPasskeyRequest {
  'session'?: (string);
  'passkeyJson'?: (string);
  'label'?: (string);
}

export interface AddPasskeyRequest__Output {
  'session': (string);
  'passkeyJson': (string);
  'label': (string);
}
