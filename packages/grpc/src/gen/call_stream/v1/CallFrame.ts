// Original file: proto/call_stream/v1/call_stream.proto


export interface CallFrame {
  'id'?: (number);
  'method'?: (string);
  'request'?: (Buffer | Uint8Array | string);
  'timeoutMs'?: (number);
  'traceId'?: (string);
  'parentSpanId'?: (string);
  'grant'?: (Buffer | Uint8Array | string);
  'reason'?: (string);
}

export interface CallFrame__Output {
  'id': (number);
  'method': (string);
  'request': (Buffer);
  'timeoutMs': (number);
  'traceId': (string);
  'parentSpanId': (string);
  'grant': (Buffer);
  'reason': (string);
}
