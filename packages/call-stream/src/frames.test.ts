import { decodeCallFrames, decodeReplyFrames, encodeCallFrames, encodeReplyFrames } from './frames.js';

const call = {
  id: 0xffffffff,
  method: 'Sign',
  request: Buffer.from([1, 2, 3]),
  timeoutMs: 5_000,
  traceId: 'träce',
  parentSpanId: 'b7ad6b7169203331',
  grant: Buffer.from([9, 0, 7]),
  reason: 'ticket 42, früh',
};

it('a batch of calls is decoded as it was encoded', () => {
  const bare = { traceId: '', parentSpanId: '', grant: new Uint8Array(0), reason: '' };
  const frames = [call, { ...call, id: 1, request: Buffer.alloc(70_000, 7), ...bare }];
  expect(decodeCallFrames(encodeCallFrames(frames))).toEqual(frames);
});

it('a batch of replies is decoded as it was encoded, with and without the draining flag', () => {
  const frames = [
    { id: 300, response: Buffer.from('ok'), error: new Uint8Array(0) },
    { id: 2, response: new Uint8Array(0), error: Buffer.from('{}') },
  ];
  expect(decodeReplyFrames(encodeReplyFrames({ frames, draining: false }))).toEqual({
    frames,
    draining: false,
  });
  expect(decodeReplyFrames(encodeReplyFrames({ frames: [], draining: true }))).toEqual({
    frames: [],
    draining: true,
  });
});

it.each([
  ['cut inside a frame', encodeCallFrames([call]).subarray(0, 9)],
  ['a length beyond the end', Buffer.from([0x0a, 0x7f, 0x01])],
  ['an endless varint', Buffer.alloc(12, 0xff)],
  ['a wire type that the contract does not use', Buffer.from([0x0d, 0, 0, 0, 0])],
])('refuses malformed frames: %s', (_what, bytes) => {
  expect(() => decodeCallFrames(bytes)).toThrow();
});
