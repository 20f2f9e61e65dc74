import { hkdfSync } from 'node:crypto';
import fc from 'fast-check';
import { bytesOfHex } from '@wallet-service/test-kit/hex';
import { hkdf } from './hkdf.js';

it('agrees with node:crypto', () => {
  const bytes = fc.uint8Array({ maxLength: 80 });
  fc.assert(
    fc.property(
      bytes,
      bytes,
      bytes,
      fc.string(),
      fc.integer({ min: 1, max: 200 }),
      (left, right, salt, info, length) => {
        const expected = hkdfSync('sha256', Buffer.concat([left, right]), salt, info, length);
        expect(hkdf([left, right], salt, info, length)).toEqual(new Uint8Array(expected));
      },
    ),
  );
});

it('passes test case 3 of RFC 5869', () => {
  const okm = '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8';
  expect(hkdf([bytesOfHex('0b'.repeat(22))], new Uint8Array(0), '', 42)).toEqual(bytesOfHex(okm));
});
