// Original file: proto/identity/v1/identity.proto


export interface PublishRootDocumentRequest {
  'signedDocument'?: (Buffer | Uint8Array | string);
}

export interface PublishRootDocumentRequest__Output {
  'signedDocument': (Buffer);
}
