// Original file: proto/identity/v1/identity.proto


export interface GetApplicationRequest {
  'applicationId'?: (string);
}

export interface GetApplicationRequest__Output {
  'applicationId': (string);
}
