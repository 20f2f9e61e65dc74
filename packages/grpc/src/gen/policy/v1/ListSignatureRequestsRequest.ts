// Original file: proto/policy/v1/policy.proto


export interface ListSignatureRequestsRequest {
  'applicationId'?: (string);
  'before'?: (string);
  'limit'?: (number);
}

export interface ListSignatureRequestsRequest__Output {
  'applicationId': (string);
  'before': (string);
  'limit': (number);
}
