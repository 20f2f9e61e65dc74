import { operatorKeyOf, pepperOf } from './credentials.js';

describe('pepperOf', () => {
  it('takes 32 bytes or more', () => {
    expect(pepperOf(Buffer.alloc(32))).toHaveLength(32);
    expect(() => pepperOf(Buffer.alloc(31))).toThrow('CREDENTIAL_PEPPER_FILE');
  });
});

describe('operatorKeyOf', () => {
  it('takes one line and leaves out its end', () => {
    expect(operatorKeyOf(Buffer.from(`${'k'.repeat(32)}\n`))).toBe('k'.repeat(32));
  });

  it.each([['short'], [`${'k'.repeat(32)} ${'k'.repeat(32)}`], [`${'k'.repeat(32)}\n${'k'.repeat(32)}`]])(
    'refuses %p',
    (text) => {
      expect(() => operatorKeyOf(Buffer.from(text))).toThrow('OPERATOR_KEY_FILE');
    },
  );

  it('never says what the file holds', () => {
    expect(() => operatorKeyOf(Buffer.from('too-short-secret'))).toThrow(
      expect.not.objectContaining({
        message: expect.stringContaining('too-short-secret') as string,
      }) as Error,
    );
  });
});
