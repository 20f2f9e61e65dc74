// Original file: proto/identity/v1/identity.proto


export interface GetAllowedOriginsResponse {
  'allowedOrigins'?: (string)[];
  'maxStalenessMs'?: (number);
}

export interface GetAllowedOriginsResponse__Output {
  'allowedOrigins': (string)[];
  'maxStalenessMs': (number);
}
