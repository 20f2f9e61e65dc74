import fc from 'fast-check';
import { normalizeEmail } from './normalize-email.js';

it.each([
  ['  Alice@Example.COM ', 'alice@example.com'],
  ['a.l.i.c.e+tag@gmail.com', 'a.l.i.c.e+tag@gmail.com'],
  ['alice@münchen.example', 'alice@xn--mnchen-3ya.example'],
  ['alice@MÜNCHEN.example', 'alice@xn--mnchen-3ya.example'],
  ['alice@ｅｘａｍｐｌｅ.com', 'alice@example.com'],
])('%s is %s', (text, normal) => {
  expect(normalizeEmail(text)).toBe(normal);
});

it.each([
  '',
  'alice',
  '@example.com',
  'alice@',
  'alice@localhost',
  'alice@example.com.',
  'alice@[127.0.0.1]',
  'alice@127.0.0.1',
  'alice@1',
  '.alice@example.com',
  'al..ice@example.com',
  '"al ice"@example.com',
  'al ice@example.com',
  'alice@exa mple.com',
  'alice\u0000@example.com',
  'аlice@example.com',
  '\u212aate@example.com',
  'alice@-example.com',
  `${'a'.repeat(65)}@example.com`,
  `alice@${'a'.repeat(64)}.com`,
  'alice@example.com\nbcc: bob@example.com',
  'alice@ex%61mple.com',
  'alice@example.com/evil',
  'alice@example.com?x',
  'alice@example.com#x',
  'alice@example.com\\x',
  'alice@example.com:25',
  'alice@exam\tple.com',
  'alice@exam\nple.com',
  'alice@exam\u00adple.com',
  'alice@exam\u200bple.com',
])('%j is not an address', (text) => {
  expect(normalizeEmail(text)).toBeUndefined();
});

it('gives a form that is its own normal form', () => {
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: 'grapheme' })), (text) => {
      const normal = normalizeEmail(text);
      if (normal !== undefined) expect(normalizeEmail(normal)).toBe(normal);
    }),
    { numRuns: 500 },
  );
});
