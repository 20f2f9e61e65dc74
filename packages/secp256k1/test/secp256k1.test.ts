import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesOfHex } from '@wallet-service/test-kit/hex';
import { Secp256k1Checking } from '../src/checking.js';
import { Secp256k1Signing } from '../src/signing.js';

// Everything is compared with @noble/curves, which shares no code with libsecp256k1.

const order = secp256k1.Point.CURVE().n;
const signing = new Secp256k1Signing();
const checking = new Secp256k1Checking();

const hash = (text: string): Uint8Array => new Uint8Array(createHash('sha256').update(text).digest());
const toHex = (bytes: Uint8Array | undefined): string | undefined =>
  bytes && Buffer.from(bytes).toString('hex');
const bytesOf = (number: bigint): Uint8Array => bytesOfHex(number.toString(16).padStart(64, '0'));
const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

// Values at which limbs, the order or the field carry.
const edges = [
  ...[0n, 1n, 2n, 3n, (1n << 26n) - 1n, 1n << 26n, (1n << 52n) - 1n, 1n << 128n, (1n << 255n) - 19n],
  ...[order / 2n, order / 2n + 1n, order - 2n, order - 1n, order, order + 1n, (1n << 256n) - 1n],
].map(bytesOf);
const generated = (kind: string, count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => hash(`${kind} ${index}`));

describe('private keys', () => {
  it.each(edges.map((bytes) => [toHex(bytes), bytes] as const))('%s is one, or is not', (_, bytes) => {
    const is = secp256k1.utils.isValidSecretKey(bytes);
    expect(signing.isPrivateKey(bytes)).toBe(is);
    const attempts = [() => signing.publicKeyOf(bytes), () => signing.sign(hash(''), bytes)];
    for (const attempt of attempts) {
      if (is) expect(attempt).not.toThrow();
      else expect(attempt).toThrow('not a private key of secp256k1');
    }
  });

  it.each([0, 31, 33])('%d bytes are none', (length) => {
    expect(signing.isPrivateKey(new Uint8Array(length).fill(1))).toBe(false);
    expect(() => signing.publicKeyOf(new Uint8Array(length).fill(1))).toThrow('privateKey must be 32 bytes');
  });

  it('have the public keys that noble computes', () => {
    const keys = [...edges.filter((key) => signing.isPrivateKey(key)), ...generated('key', 500)];
    for (const key of keys) expect(toHex(signing.publicKeyOf(key))).toBe(toHex(secp256k1.getPublicKey(key)));
  });

  it('are added modulo the order, and refused where BIP-32 has no key', () => {
    const summands = [...edges, ...generated('summand', 50)];
    for (const key of [...edges.filter((one) => signing.isPrivateKey(one)), ...generated('key', 20)])
      for (const summand of summands) {
        const sum = (numberOf(key) + numberOf(summand)) % order;
        const expected = numberOf(summand) >= order || sum === 0n ? undefined : toHex(bytesOf(sum));
        expect(toHex(signing.addToPrivateKey(key, summand))).toBe(expected);
      }
  });
});

describe('signatures', () => {
  it('are those of noble, byte by byte, and recover to the key in the other module', () => {
    const digests = [...edges, ...generated('digest', 2000)];
    for (const [index, digest] of digests.entries()) {
      const key = index % 3 === 0 ? (edges[1 + (index % 8)] ?? digest) : hash(`key ${index}`);
      const { signature, recoveryId } = signing.sign(digest, key);
      const theirs = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
      expect(toHex(Uint8Array.of(recoveryId, ...signature))).toBe(toHex(theirs));
      expect(numberOf(signature.subarray(32))).toBeLessThanOrEqual(order / 2n);
      const recovered = checking.recoverPublicKey(signature, recoveryId, digest);
      expect(toHex(recovered)).toBe(toHex(secp256k1.getPublicKey(key)));
    }
  });

  it('recover to what noble recovers, or to nothing, for any numbers and recovery ids', () => {
    const numbers = [...edges, ...generated('number', 20)];
    const digest = hash('digest');
    for (const r of numbers)
      for (const s of numbers)
        for (const recoveryId of [0, 1, 2, 3]) {
          const signature = Uint8Array.of(...r, ...s);
          const recovered = toHex(checking.recoverPublicKey(signature, recoveryId, digest));
          expect([toHex(signature), recoveryId, recovered]).toEqual([
            toHex(signature),
            recoveryId,
            recoveredByNoble(signature, recoveryId, digest),
          ]);
        }
  });

  it.each([-1, 4, 27, 1.5, Number.NaN])('recover to nothing under the recovery id %d', (recoveryId) => {
    const { signature } = signing.sign(hash('digest'), hash('key'));
    expect(checking.recoverPublicKey(signature, recoveryId, hash('digest'))).toBeUndefined();
  });

  it.each([
    ['digest', () => signing.sign(new Uint8Array(31), hash('key')), 'input must be 32 bytes'],
    ['key', () => signing.sign(hash(''), new Uint8Array(33)), 'privateKey must be 32 bytes'],
    [
      'signature',
      () => checking.recoverPublicKey(new Uint8Array(65), 0, hash('')),
      'signature must be 64 bytes',
    ],
  ])('are refused with a %s of another length', (_, attempt, message) => {
    expect(attempt).toThrow(message);
    // What was refused leaves the module usable.
    expect(signing.isPrivateKey(hash('key'))).toBe(true);
  });
});

function recoveredByNoble(compact: Uint8Array, recoveryId: number, digest: Uint8Array): string | undefined {
  try {
    const signature = secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(recoveryId);
    return toHex(signature.recoverPublicKey(digest).toBytes(true));
  } catch {
    return undefined;
  }
}
