// Original file: proto/identity/v1/identity.proto


export interface CreateApplicationRequest {
  'name'?: (string);
}

export interface CreateApplicationRequest__Output {
  'name': (string);
}
