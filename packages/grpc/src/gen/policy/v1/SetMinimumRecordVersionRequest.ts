// Original file: proto/policy/v1/policy.proto


export interface SetMinimumRecordVersionRequest {
  'applicationId'?: (string);
  'walletId'?: (string);
  'recordVersion'?: (number);
}

export interface SetMinimumRecordVersionRequest__Output {
  'applicationId': (string);
  'walletId': (string);
  'recordVersion': (number);
}
