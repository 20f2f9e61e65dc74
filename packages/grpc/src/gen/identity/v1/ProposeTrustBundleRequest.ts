// Original file: proto/identity/v1/identity.proto


export interface ProposeTrustBundleRequest {
  'knownRevision'?: (string);
}

export interface ProposeTrustBundleRequest__Output {
  'knownRevision': (string);
}
