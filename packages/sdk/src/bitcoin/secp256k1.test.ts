import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { isEcdsaSignature, number } from './secp256k1.js';

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const order = secp256k1.Point.Fn.ORDER;
const key = bytes32.filter((bytes) => secp256k1.utils.isValidSecretKey(bytes));

it('accepts the signatures of noble, and nothing near them', () => {
  const near = fc.constantFrom('r', 's', 'hash', 'key', 'high s');
  fc.assert(
    fc.property(key, bytes32, near, (secretKey, hash, changed) => {
      const publicKey = secp256k1.getPublicKey(secretKey);
      const signature = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' });
      const { r, s } = secp256k1.Signature.fromBytes(signature, 'recovered');
      expect(isEcdsaSignature(publicKey, hash, { r, s })).toBe(true);
      const other = {
        r: () => isEcdsaSignature(publicKey, hash, { r: r ^ 1n, s }),
        s: () => isEcdsaSignature(publicKey, hash, { r, s: s ^ 1n }),
        'high s': () => isEcdsaSignature(publicKey, hash, { r, s: order - s }),
        hash: () =>
          isEcdsaSignature(
            publicKey,
            hash.map((byte, index) => (index === 31 ? byte ^ 1 : byte)),
            { r, s },
          ),
        key: () =>
          isEcdsaSignature(
            publicKey.map((byte, index) => (index === 0 ? byte ^ 1 : byte)),
            hash,
            { r, s },
          ),
      };
      expect(other[changed]()).toBe(false);
    }),
    { numRuns: 30 },
  );
});

it('agrees with noble about numbers at the edges', () => {
  const edges = [0n, 1n, 2n, order / 2n, order / 2n + 1n, order - 1n, order, 2n ** 256n - 1n];
  const hash = new Uint8Array(32);
  const publicKey = secp256k1.getPublicKey(new Uint8Array(32).fill(1));
  for (const r of edges)
    for (const s of edges) {
      const encoded = [r, s].map((value) => value.toString(16).padStart(64, '0')).join('');
      const valid = secp256k1.verify(Buffer.from(encoded, 'hex'), hash, publicKey, {
        prehash: false,
        lowS: true,
      });
      expect({ r, s, valid: isEcdsaSignature(publicKey, hash, { r, s }) }).toEqual({ r, s, valid });
    }
});

it('the generator itself, as the key, needs the doubling of a point', () => {
  const secretKey = new Uint8Array(32).fill(0, 0, 31).fill(1, 31);
  const hash = new Uint8Array(32).fill(5);
  const signature = secp256k1.sign(hash, secretKey, { prehash: false });
  const [r, s] = [number(signature.subarray(0, 32)), number(signature.subarray(32))];
  expect(isEcdsaSignature(secp256k1.getPublicKey(secretKey), hash, { r, s })).toBe(true);
});

it.each([
  ['empty', new Uint8Array()],
  ['uncompressed', secp256k1.getPublicKey(new Uint8Array(32).fill(1), false)],
  ['not on the curve', Uint8Array.of(2, ...new Uint8Array(31), 5)],
  ['x above the field', Uint8Array.of(2, ...new Uint8Array(32).fill(255))],
])('a key that is %s has no signatures', (_name, publicKey) => {
  expect(isEcdsaSignature(publicKey, new Uint8Array(32), { r: 1n, s: 1n })).toBe(false);
});
