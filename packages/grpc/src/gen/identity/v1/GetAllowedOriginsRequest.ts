// Original file: proto/identity/v1/identity.proto


export interface GetAllowedOriginsRequest {
  'apiKey'?: (string);
}

export interface GetAllowedOriginsRequest__Output {
  'apiKey': (string);
}
