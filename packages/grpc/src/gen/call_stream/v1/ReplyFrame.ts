// Original file: proto/call_stream/v1/call_stream.proto


export interface ReplyFrame {
  'id'?: (number);
  'response'?: (Buffer | Uint8Array | string);
  'error'?: (Buffer | Uint8Array | string);
}

export interface ReplyFrame__Output {
  'id': (number);
  'response': (Buffer);
  'error': (Buffer);
}
