// Original file: proto/identity/v1/identity.proto


export interface CreateChallengeResponse {
  'optionsJson'?: (string);
  'name'?: (string);
}

export interface CreateChallengeResponse__Output {
  'optionsJson': (string);
  'name': (string);
}
