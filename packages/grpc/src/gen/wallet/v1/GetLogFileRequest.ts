// Original file: proto/wallet/v1/wallet.proto


export interface GetLogFileRequest {
  'applicationId'?: (string);
  'path'?: (string);
}

export interface GetLogFileRequest__Output {
  'applicationId': (string);
  'path': (string);
}
