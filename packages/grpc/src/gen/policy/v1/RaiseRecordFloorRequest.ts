// Original file: proto/policy/v1/policy.proto


export interface RaiseRecordFloorRequest {
  'applicationId'?: (string);
  'walletId'?: (string);
  'recordVersion'?: (number);
}

export interface RaiseRecordFloorRequest__Output {
  'applicationId': (string);
  'walletId': (string);
  'recordVersion': (number);
}
