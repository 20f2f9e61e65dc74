import fc from 'fast-check';
import { fromBase64, fromHex, sameBytes, toBase64, toHex } from './encoding.js';

const bytes = fc.uint8Array({ maxLength: 200 });

it('writes and reads hex and base64 as Node does', () => {
  fc.assert(
    fc.property(bytes, (given) => {
      const node = Buffer.from(given);
      expect(toHex(given)).toBe(`0x${node.toString('hex')}`);
      expect(toBase64(given)).toBe(node.toString('base64'));
      expect(fromHex(toHex(given))).toEqual(given);
      expect(fromHex(node.toString('hex').toUpperCase())).toEqual(given);
      expect(fromBase64(toBase64(given))).toEqual(given);
      expect(fromBase64(node.toString('base64url'))).toEqual(given);
    }),
  );
});

it.each(['0x0', '0xgg', 'abc', '0x 1'])('refuses %p as hex', (text) => {
  expect(() => fromHex(text)).toThrow(TypeError);
});

it.each(['A', 'AAAAA', '****', 'AA A', 'AA\n='])('refuses %p as base64', (text) => {
  expect(() => fromBase64(text)).toThrow(TypeError);
});

it('compares bytes by length and value', () => {
  expect(sameBytes(fromHex('0x0102'), fromHex('0x0102'))).toBe(true);
  expect(sameBytes(fromHex('0x0102'), fromHex('0x0103'))).toBe(false);
  expect(sameBytes(fromHex('0x0102'), fromHex('0x010203'))).toBe(false);
});
