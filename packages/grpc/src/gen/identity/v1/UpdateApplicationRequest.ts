// Original file: proto/identity/v1/identity.proto


export interface UpdateApplicationRequest {
  'applicationId'?: (string);
  'changesJson'?: (string);
}

export interface UpdateApplicationRequest__Output {
  'applicationId': (string);
  'changesJson': (string);
}
