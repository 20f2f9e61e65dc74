// Original file: proto/operation/v1/operation.proto


export interface Message {
  'message'?: (Buffer | Uint8Array | string);
  'format'?: (string);
}

export interface Message__Output {
  'message': (Buffer);
  'format': (string);
}
