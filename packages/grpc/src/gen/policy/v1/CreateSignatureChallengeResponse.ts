// Original file: proto/policy/v1/policy.proto


export interface CreateSignatureChallengeResponse {
  'optionsJson'?: (string);
}

export interface CreateSignatureChallengeResponse__Output {
  'optionsJson': (string);
}
