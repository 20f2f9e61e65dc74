// Original file: proto/wallet/v1/wallet.proto


export interface CreateWalletGroupRequest {
  'applicationId'?: (string);
  'resourceId'?: (string);
  '_resourceId'?: "resourceId";
}

export interface CreateWalletGroupRequest__Output {
  'applicationId': (string);
  'resourceId'?: (string);
  '_resourceId'?: "resourceId";
}
