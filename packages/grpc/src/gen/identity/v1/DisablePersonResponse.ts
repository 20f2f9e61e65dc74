// Original file: proto/identity/v1/identity.proto


export interface DisablePersonResponse {
  'applicationIds'?: (string)[];
}

export interface DisablePersonResponse__Output {
  'applicationIds': (string)[];
}
