// Original file: proto/identity/v1/identity.proto


export interface StepUpRequest {
  'session'?: (string);
  'passkeyJson'?: (string);
}

export interface StepUpRequest__Output {
  'session': (string);
  'passkeyJson': (string);
}
