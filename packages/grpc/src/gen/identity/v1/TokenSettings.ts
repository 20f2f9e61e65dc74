// Original file: proto/identity/v1/identity.proto


export interface TokenSettings {
  'audienceMatch'?: (string);
  'audienceClaim'?: (string);
  'tokenTypes'?: (string)[];
}

export interface TokenSettings__Output {
  'audienceMatch': (string);
  'audienceClaim': (string);
  'tokenTypes': (string)[];
}
