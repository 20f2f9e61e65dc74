// Original file: proto/call_stream/v1/call_stream.proto

import type { ReplyFrame as _call_stream_v1_ReplyFrame, ReplyFrame__Output as _call_stream_v1_ReplyFrame__Output } from '../../call_stream/v1/ReplyFrame.js';

export interface ReplyFrames {
  'frames'?: (_call_stream_v1_ReplyFrame)[];
  'draining'?: (boolean);
}

export interface ReplyFrames__Output {
  'frames': (_call_stream_v1_ReplyFrame__Output)[];
  'draining': (boolean);
}
