// Original file: proto/call_stream/v1/call_stream.proto

import type { CallFrame as _call_stream_v1_CallFrame, CallFrame__Output as _call_stream_v1_CallFrame__Output } from '../../call_stream/v1/CallFrame.js';

export interface CallFrames {
  'frames'?: (_call_stream_v1_CallFrame)[];
}

export interface CallFrames__Output {
  'frames': (_call_stream_v1_CallFrame__Output)[];
}
