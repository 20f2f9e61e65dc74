// Original file: proto/identity/v1/identity.proto


export interface GetApplicationDocumentRequest {
  'applicationId'?: (string);
}

export interface GetApplicationDocumentRequest__Output {
  'applicationId': (string);
}
