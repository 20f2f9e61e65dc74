// Original file: proto/identity/v1/identity.proto


export interface GetTrustRequest {
  'applicationId'?: (string);
  'fresh'?: (boolean);
  'knownDigest'?: (Buffer | Uint8Array | string);
}

export interface GetTrustRequest__Output {
  'applicationId': (string);
  'fresh': (boolean);
  'knownDigest': (Buffer);
}
