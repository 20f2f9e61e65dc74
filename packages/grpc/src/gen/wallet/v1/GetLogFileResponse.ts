// Original file: proto/wallet/v1/wallet.proto


export interface GetLogFileResponse {
  'content'?: (Buffer | Uint8Array | string);
}

export interface GetLogFileResponse__Output {
  'content': (Buffer);
}
