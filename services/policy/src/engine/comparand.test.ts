import { parseComparand, WrongValue } from './comparand.js';

it.each(['account', 'bitcoin-address'] as const)(
  'refuses long base58 text as an %s without decoding it, which would take hours',
  (kind) => {
    const long = '2'.repeat(1_000_000);
    expect(() => parseComparand(kind, long)).toThrow(WrongValue);
  },
);

it('accepts the longest and the shortest base58 addresses, as their scripts', () => {
  for (const [address, script] of [
    ['1111111111111111111114oLvT2', `0x76a914${'00'.repeat(20)}88ac`],
    ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', '0xa914b472a266d0bd89c13706a4132ccfb16f7c3b9fcb87'],
    ['2NBFNJTktNa7GZusGbDbGKRZTxdK9VVez3n', '0xa914c579342c2c4c9220205e2cdc285617040c924a0a87'],
  ] as const)
    expect(parseComparand('bitcoin-address', address)).toBe(script);
});
