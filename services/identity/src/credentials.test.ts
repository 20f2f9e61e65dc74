import { operatorKeyOf, pepperOf } from './credentials.js';

describe('pepperOf', () => {
  it('accepts 32 bytes or more', () => {
    expect(pepperOf(Buffer.alloc(32))).toHaveLength(32);
    expect(() => pepperOf(Buffer.alloc(31))).toThrow('CREDENTIAL_PEPPER_FILE');
  });
});

describe('operatorKeyOf', () => {
  it('accepts one line and strips the line break', () => {
    expect(operatorKeyOf(Buffer.from(`${'k'.repeat(32)}\n`))).toBe('k'.repeat(32));
  });

  it.each([['short'], [`${'k'.repeat(32)} ${'k'.repeat(32)}`], [`${'k'.repeat(32)}\n${'k'.repeat(32)}`]])(
    'refuses %p',
    (text) => {
      expect(() => operatorKeyOf(Buffer.from(text))).toThrow('OPERATOR_KEY_FILE');
    },
  );

  it("never repeats the file's contents in an error", () => {
    expect(() => operatorKeyOf(Buffer.from('too-short-secret'))).toThrow(
      expect.not.objectContaining({
        message: expect.stringContaining('too-short-secret') as string,
      }) as Error,
    );
  });
});
