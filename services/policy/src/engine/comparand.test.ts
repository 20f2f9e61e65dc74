import { parseComparand, WrongValue } from './comparand.js';

it.each(['account', 'bitcoin-address'] as const)(
  'refuses long text in base58 as an %s without decoding it, which would take hours',
  (kind) => {
    const long = '2'.repeat(1_000_000);
    expect(() => parseComparand(kind, long)).toThrow(WrongValue);
  },
);

it('takes the longest and the shortest base58 addresses', () => {
  for (const address of [
    '1111111111111111111114oLvT2',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    '2NBFNJTktNa7GZusGbDbGKRZTxdK9VVez3n',
  ])
    expect(parseComparand('bitcoin-address', address)).toBe(address);
});
