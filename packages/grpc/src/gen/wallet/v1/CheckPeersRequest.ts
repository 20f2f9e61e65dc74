// Original file: proto/wallet/v1/wallet.proto


export interface CheckPeersRequest {
}

export interface CheckPeersRequest__Output {
}
