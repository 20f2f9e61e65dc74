// Original file: proto/identity/v1/identity.proto


export interface Membership {
  'applicationId'?: (string);
  'applicationName'?: (string);
  'role'?: (string);
}

export interface Membership__Output {
  'applicationId': (string);
  'applicationName': (string);
  'role': (string);
}
