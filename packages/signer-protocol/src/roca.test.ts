import fc from 'fast-check';
import { looksLikeRoca } from './roca.js';

const primes = [
  3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107,
  109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167,
].map(BigInt);
const product = primes.reduce((all, prime) => all * prime, 1n);

/** Whether it is a power of 65537 modulo each of the primes, as the paper defines. */
function isMarked(modulus: bigint): boolean {
  return primes.every((prime) => {
    let power = 1n;
    for (let i = 0n; i < prime; i += 1n) {
      if (power === modulus % prime) return true;
      power = (power * 65537n) % prime;
    }
    return false;
  });
}

const bytesOf = (value: bigint) => {
  const hex = value.toString(16);
  return new Uint8Array(Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'));
};
const modulus = fc.bigInt({ min: 2n ** 2047n, max: 2n ** 2048n - 1n });

it('finds keys with the fingerprint', () => {
  fc.assert(
    fc.property(modulus, fc.nat(10_000), (random, exponent) => {
      let power = 1n;
      for (let i = 0; i < exponent; i += 1) power = (power * 65537n) % product;
      const marked = random - (random % product) + power;
      expect(looksLikeRoca(bytesOf(marked))).toBe(true);
      expect(isMarked(marked)).toBe(true);
    }),
    { numRuns: 20 },
  );
});

it('finds no other keys', () => {
  fc.assert(
    fc.property(modulus, fc.subarray([...primes]), (random, among) => {
      // A power modulo only some of the primes.
      const some = among.reduce((all, prime) => all * prime, 1n);
      const value = random - (random % some) + (65537n % some);
      expect(looksLikeRoca(bytesOf(value))).toBe(isMarked(value));
    }),
  );
});
