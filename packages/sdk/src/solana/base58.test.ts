import { PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import { addressBytes } from './base58.js';

const key = fc
  .tuple(fc.nat({ max: 32 }), fc.uint8Array({ minLength: 32, maxLength: 32 }))
  .map(([zeros, bytes]) => bytes.fill(0, 0, zeros));

it('reads what web3.js writes', () => {
  fc.assert(
    fc.property(key, (bytes) => {
      expect(addressBytes(new PublicKey(bytes).toBase58())).toEqual(Uint8Array.from(bytes));
    }),
  );
});

it.each(['', '1'.repeat(31), '1'.repeat(33), '2'.repeat(45), `${'1'.repeat(31)}0`, `${'1'.repeat(31)}é`])(
  '%p is no address',
  (text) => {
    expect(addressBytes(text)).toBeUndefined();
  },
);
