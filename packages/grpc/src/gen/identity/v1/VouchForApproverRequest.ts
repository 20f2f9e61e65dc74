// Original file: proto/identity/v1/identity.proto


export interface VouchForApproverRequest {
  'applicationId'?: (string);
  'session'?: (string);
  'credentialId'?: (string);
}

export interface VouchForApproverRequest__Output {
  'applicationId': (string);
  'session': (string);
  'credentialId': (string);
}
