// Original file: proto/policy/v1/policy.proto


export interface ListWarningsRequest {
  'applicationId'?: (string);
  'providerIssuers'?: (string)[];
}

export interface ListWarningsRequest__Output {
  'applicationId': (string);
  'providerIssuers': (string)[];
}
