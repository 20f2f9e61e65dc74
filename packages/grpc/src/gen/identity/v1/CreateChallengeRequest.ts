// Original file: proto/identity/v1/identity.proto


export interface CreateChallengeRequest {
  'purpose'?: (string);
  'session'?: (string);
  'invitation'?: (string);
}

export interface CreateChallengeRequest__Output {
  'purpose': (string);
  'session': (string);
  'invitation': (string);
}
