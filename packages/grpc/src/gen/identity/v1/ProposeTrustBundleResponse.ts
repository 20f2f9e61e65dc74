// Original file: proto/identity/v1/identity.proto


export interface ProposeTrustBundleResponse {
  'revision'?: (string);
  'unchanged'?: (boolean);
  'applicationsJson'?: (string);
}

export interface ProposeTrustBundleResponse__Output {
  'revision': (string);
  'unchanged': (boolean);
  'applicationsJson': (string);
}
