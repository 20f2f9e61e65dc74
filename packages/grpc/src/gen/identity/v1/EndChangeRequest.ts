// Original file: proto/identity/v1/identity.proto


export interface EndChangeRequest {
  'applicationId'?: (string);
  'requestId'?: (string);
  'status'?: (number);
  'code'?: (string);
}

export interface EndChangeRequest__Output {
  'applicationId': (string);
  'requestId': (string);
  'status': (number);
  'code': (string);
}
