import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { Secp256k1Checking } from '../src/checking.js';
import { Secp256k1Signing } from '../src/signing.js';

// What happens when memory is damaged: no wrong signature passes, and a trapped instance is not used again.

const hash = (text: string): Uint8Array => new Uint8Array(createHash('sha256').update(text).digest());
const same = (one: Uint8Array | undefined, other: Uint8Array): boolean =>
  one !== undefined && Buffer.compare(one, other) === 0;
const key = hash('key');
const publicKey = secp256k1.getPublicKey(key);

function attempt<T>(make: () => T): T | 'trapped' {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof RangeError || isTrap(error))) throw error;
    return 'trapped';
  }
}

const isTrap = (error: unknown): boolean => error instanceof Error && error.name === 'RuntimeError';

/** Where an instance has data: all bytes that are not zero. */
const dataOf = (memory: Uint8Array): number[] =>
  [...memory.entries()].flatMap(([at, byte]) => (byte ? [at] : []));

/** `count` places, spread over all of them. */
const spread = (places: readonly number[], count: number): number[] =>
  Array.from({ length: count }, (_, index) => places[Math.floor((index * places.length) / count)] ?? 0);

it('a signature from damaged tables, constants or blinding is right, or the other module refuses it', () => {
  const checking = new Secp256k1Checking();
  const seen = { right: 0, refused: 0 };
  const signing = new Secp256k1Signing();
  for (const [index, place] of spread(dataOf(signing.memory), 1500).entries()) {
    const { memory } = signing;
    const digest = hash(`digest ${index}`);
    const bit = 1 << (index % 8);
    memory[place] = (memory[place] ?? 0) ^ bit;
    const made = attempt(() => signing.sign(digest, key));
    memory[place] = (memory[place] ?? 0) ^ bit;
    const passes =
      made !== 'trapped' &&
      same(checking.recoverPublicKey(made.signature, made.recoveryId, digest), publicKey);
    if (made !== 'trapped' && passes)
      expect(secp256k1.verify(made.signature, digest, publicKey, { prehash: false })).toBe(true);
    seen[passes ? 'right' : 'refused'] += 1;
  }
  // Each signature uses one of 32 points of each table, so most damage is not met.
  expect(seen.refused).toBeGreaterThan(20);
  expect(seen.right).toBeGreaterThan(20);
});

it('a table that is damaged all over never gives a signature that passes', () => {
  const checking = new Secp256k1Checking();
  const signing = new Secp256k1Signing();
  const clean = new Uint8Array(signing.memory);
  // The tables are the longest part of the data.
  for (let round = 0; round < 100; round += 1) {
    const { memory } = signing;
    memory.set(clean);
    for (let at = 20_000; at < 80_000; at += 7) memory[at] = (memory[at] ?? 0) ^ (1 << (round % 8));
    const digest = hash(`digest ${round}`);
    const made = attempt(() => signing.sign(digest, key));
    expect(
      made !== 'trapped' &&
        same(checking.recoverPublicKey(made.signature, made.recoveryId, digest), publicKey),
    ).toBe(false);
  }
});

it('no changed bit of a signature, recovery id, digest or key passes', () => {
  const checking = new Secp256k1Checking();
  const digest = hash('digest');
  const signing = new Secp256k1Signing();
  const { signature, recoveryId } = signing.sign(digest, key);
  const passes = (bytes: Uint8Array, id: number, signed: Uint8Array): boolean =>
    same(checking.recoverPublicKey(bytes, id, signed), publicKey);
  expect(passes(signature, recoveryId, digest)).toBe(true);
  for (const bytes of [signature, digest])
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const byte = bytes[bit >> 3] ?? 0;
      bytes[bit >> 3] = byte ^ (1 << (bit & 7));
      expect(passes(signature, recoveryId, digest)).toBe(false);
      bytes[bit >> 3] = byte;
    }
  for (const id of [0, 1, 2, 3]) expect(passes(signature, id, digest)).toBe(id === recoveryId);
  for (let bit = 0; bit < 256; bit += 1) {
    const wrong = new Uint8Array(key);
    wrong[bit >> 3] = (wrong[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const made = signing.sign(digest, wrong);
    expect(passes(made.signature, made.recoveryId, digest)).toBe(false);
  }
});

it('r of one nonce with s of another never passes; a whole signature by another nonce is valid, and passes', () => {
  const checking = new Secp256k1Checking();
  const digest = hash('digest');
  const other = secp256k1.sign(digest, key, {
    prehash: false,
    format: 'recovered',
    extraEntropy: hash('entropy'),
  });
  expect(same(checking.recoverPublicKey(other.subarray(1), other[0] ?? 9, digest), publicKey)).toBe(true);
  const mixed = Uint8Array.of(
    ...other.subarray(1, 33),
    ...new Secp256k1Signing().sign(digest, key).signature.subarray(32),
  );
  for (const id of [0, 1, 2, 3])
    expect(same(checking.recoverPublicKey(mixed, id, digest), publicKey)).toBe(false);
});

it('damage in the checking module accepts nothing that is wrong', () => {
  const checking = new Secp256k1Checking();
  const digest = hash('digest');
  const { signature, recoveryId } = new Secp256k1Signing().sign(digest, key);
  const wrong = Uint8Array.of(...signature.subarray(0, 63), (signature[63] ?? 0) ^ 1);
  for (const [index, place] of spread(dataOf(checking.memory), 500).entries()) {
    const { memory } = checking;
    const bit = 1 << (index % 8);
    memory[place] = (memory[place] ?? 0) ^ bit;
    const found = attempt(() => checking.recoverPublicKey(wrong, recoveryId, digest));
    memory[place] = (memory[place] ?? 0) ^ bit;
    expect(found !== 'trapped' && same(found, publicKey)).toBe(false);
  }
});

it('a trap ends the instance: the next call has another one, which signs as before', () => {
  const signing = new Secp256k1Signing();
  const digest = hash('digest');
  const expected = signing.sign(digest, key);
  const trapped = signing.memory;
  // The library traps when its context is not one. All data becomes invalid at once.
  trapped.fill(0, 16_384);
  expect(attempt(() => signing.sign(digest, key))).toBe('trapped');
  expect(signing.memory).not.toBe(trapped);
  expect(signing.sign(digest, key)).toEqual(expected);
  expect(Buffer.from(trapped).includes(Buffer.from(key))).toBe(false);
});

it('no private key, digest, nonce or sum is left in the memory of the module, on its stack or elsewhere', () => {
  const signing = new Secp256k1Signing();
  const before = new Uint8Array(signing.memory);
  const summand = hash('summand');
  signing.isPrivateKey(key);
  signing.publicKeyOf(key);
  signing.addToPrivateKey(key, summand);
  signing.sign(hash('digest'), key);
  expect(() => signing.sign(hash('digest'), new Uint8Array(32))).toThrow(RangeError);
  expect(() => signing.sign(new Uint8Array(5), key)).toThrow(RangeError);
  expect(Buffer.compare(signing.memory, before)).toBe(0);
});

it('each instance is blinded by another seed', () => {
  const [one, other] = [new Secp256k1Signing(), new Secp256k1Signing()];
  expect(Buffer.compare(one.memory, other.memory)).not.toBe(0);
});
