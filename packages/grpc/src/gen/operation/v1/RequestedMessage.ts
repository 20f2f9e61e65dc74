// Original file: proto/operation/v1/operation.proto


export interface RequestedMessage {
  'message'?: (Buffer | Uint8Array | string);
  'format'?: (string);
  '_format'?: "format";
}

export interface RequestedMessage__Output {
  'message': (Buffer);
  'format'?: (string);
  '_format'?: "format";
}
