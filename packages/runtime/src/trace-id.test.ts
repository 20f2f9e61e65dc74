import { isTraceId, newTraceId } from './trace-id.js';

describe('trace ids', () => {
  it('are 16 random bytes in hexadecimal', () => {
    expect(newTraceId((bytes) => Buffer.alloc(bytes, 0xab))).toBe('ab'.repeat(16));
    expect(isTraceId(newTraceId())).toBe(true);
  });

  it.each([
    '',
    '0'.repeat(32),
    'AB'.repeat(16),
    'a'.repeat(31),
    'a'.repeat(33),
    `${'a'.repeat(32)}\n`,
    'x'.repeat(32),
  ])('are not taken from a caller that sends %j', (text) => {
    expect(isTraceId(text)).toBe(false);
  });
});
