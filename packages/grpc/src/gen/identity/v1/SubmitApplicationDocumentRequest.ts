// Original file: proto/identity/v1/identity.proto


export interface SubmitApplicationDocumentRequest {
  'applicationId'?: (string);
  'signedDocument'?: (Buffer | Uint8Array | string);
}

export interface SubmitApplicationDocumentRequest__Output {
  'applicationId': (string);
  'signedDocument': (Buffer);
}
