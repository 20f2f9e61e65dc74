// Original file: proto/identity/v1/identity.proto


export interface DisablePersonRequest {
  'personId'?: (string);
}

export interface DisablePersonRequest__Output {
  'personId': (string);
}
