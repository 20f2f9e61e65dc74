import { idempotencyKeyOf } from './idempotency-key.js';

const keyOf = (value: string | string[] | undefined) => idempotencyKeyOf({ 'idempotency-key': value });

describe('idempotencyKeyOf', () => {
  it('is undefined without the header', () => {
    expect(keyOf(undefined)).toBeUndefined();
  });

  it.each([
    ['"8e03978e-40d5-43e8-bc93-6894a57f9324"', '8e03978e-40d5-43e8-bc93-6894a57f9324'],
    ['8e03978e-40d5-43e8-bc93-6894a57f9324', '8e03978e-40d5-43e8-bc93-6894a57f9324'],
    [' order_17.retry:2~a+b/c= ', 'order_17.retry:2~a+b/c='],
    ['k'.repeat(255), 'k'.repeat(255)],
    ['  "a b"  ', 'a b'],
    ['"a\\"b\\\\c"', 'a"b\\c'],
    [`"${'k'.repeat(255)}"`, 'k'.repeat(255)],
    // 256 characters on the wire, 255 in the key.
    [`"${'k'.repeat(254)}\\""`, `${'k'.repeat(254)}"`],
  ])('%s names %s', (value, key) => {
    expect(keyOf(value)).toBe(key);
  });

  it.each([
    '',
    'a b',
    'a,b',
    'a;p=1',
    '-a',
    'a\\b',
    'k'.repeat(256),
    '""',
    '"a',
    'a"',
    '"a"b"',
    '"a\\n"',
    '"a\\"',
    '"a", "b"',
    '"a";p=1',
    ':YWJj:',
    '"caf\u00e9"',
    '"a\tb"',
    `"${'k'.repeat(256)}"`,
  ])('%j is refused', (value) => {
    expect(() => keyOf(value)).toThrow(expect.objectContaining({ code: 'request.invalid' }) as Error);
  });

  it('two headers are refused', () => {
    expect(() => keyOf(['"a"', '"b"'])).toThrow(
      expect.objectContaining({
        fields: [{ path: 'header Idempotency-Key', message: expect.any(String) as string }],
      }) as Error,
    );
  });
});
