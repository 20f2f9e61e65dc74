import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  pbkdf2Sync,
  type KeyObject,
} from 'node:crypto';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { signing } from './secp256k1.js';
import { wipe } from './wipe.js';

const hardened = 0x80000000;

/** The steps of a path as wallet software writes it, `m/44'/60'/0'/0/0`: a hardened step is 2^31 and more (BIP-32). */
export function stepsOf(path: string): readonly number[] {
  const [, ...steps] = path.split('/');
  return steps.map((step) => Number.parseInt(step, 10) + (step.endsWith("'") ? hardened : 0));
}

/**
 * BIP-39: turns 16 to 32 bytes of entropy into the 64-byte seed. The words are assembled as bytes, because a
 * string could not be wiped.
 */
export function seedOf(entropy: Uint8Array, passphrase = ''): Uint8Array {
  const words = wordsOf(entropy);
  const seed = pbkdf2Sync(words, `mnemonic${passphrase}`, 2048, 64, 'sha512');
  wipe(words);
  return seed;
}

/** The words of BIP-39, with spaces between them, in ASCII. */
export function wordsOf(entropy: Uint8Array): Uint8Array {
  const checksumBits = entropy.length / 4;
  const checksum = createHash('sha256').update(entropy).digest();
  const bits = Buffer.concat([entropy, checksum.subarray(0, 1)]);
  const count = (entropy.length * 8 + checksumBits) / 11;
  const phrase = Buffer.alloc(count * 9 - 1, ' ');
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    at += phrase.write(wordlist[elevenBits(bits, index * 11)] ?? '', at, 'ascii') + 1;
  }
  const words = new Uint8Array(phrase.subarray(0, at - 1));
  wipe(bits, phrase, checksum);
  return words;
}

function elevenBits(bits: Uint8Array, start: number): number {
  const byte = start >> 3;
  const window = ((bits[byte] ?? 0) << 16) | ((bits[byte + 1] ?? 0) << 8) | (bits[byte + 2] ?? 0);
  return (window >> (13 - (start & 7))) & 0x7ff;
}

/**
 * BIP-32 private derivation. Throws in the cases (probability below 2^-127) for which the standard says that
 * no key exists.
 */
export function bip32Secp256k1(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = hmac512(Buffer.from('Bitcoin seed'), seed);
  for (const index of path) {
    const [key, chainCode] = halves(node);
    const parent = index >= hardened ? Buffer.concat([Uint8Array.of(0), key]) : compressedPublicKey(key);
    const input = Buffer.concat([parent, bigEndian(index)]);
    const digest = hmac512(chainCode, input);
    let child: Uint8Array | undefined;
    try {
      child = signing.addToPrivateKey(key, digest.subarray(0, 32));
    } finally {
      wipe(node, parent, input);
      if (!child) wipe(digest);
    }
    if (!child) throw new Error('BIP-32: no key at this index');
    digest.set(child);
    wipe(child);
    node = digest;
  }
  const key = new Uint8Array(node.subarray(0, 32));
  wipe(node);
  return key;
}

/** SLIP-10 for Ed25519: hardened steps only. */
export function slip10Ed25519(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = hmac512(Buffer.from('ed25519 seed'), seed);
  for (const index of path) {
    if (index < hardened) throw new Error('SLIP-10: Ed25519 has hardened steps only');
    const [key, chainCode] = halves(node);
    const input = Buffer.concat([Uint8Array.of(0), key, bigEndian(index)]);
    const child = hmac512(chainCode, input);
    wipe(node, input);
    node = child;
  }
  const key = new Uint8Array(node.subarray(0, 32));
  wipe(node);
  return key;
}

/** secp256k1, compressed: 33 bytes. Throws for bytes that are not a private key. */
export function compressedPublicKey(privateKey: Uint8Array): Uint8Array {
  return signing.publicKeyOf(privateKey);
}

// RFC 8410: the prefix of the 32 bytes in PKCS #8 and in SubjectPublicKeyInfo.
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** An Ed25519 private key (32 bytes) in the form for node:crypto. */
export function ed25519PrivateKey(privateKey: Uint8Array): KeyObject {
  const der = Buffer.concat([pkcs8Prefix, privateKey]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  wipe(der);
  return key;
}

/** An Ed25519 public key (32 bytes) in the form for node:crypto. */
export function ed25519PublicKeyObject(publicKey: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([spkiPrefix, publicKey]), format: 'der', type: 'spki' });
}

/** 32 bytes. */
export function ed25519PublicKeyOf(privateKey: Uint8Array): Uint8Array {
  const spki = createPublicKey(ed25519PrivateKey(privateKey)).export({ format: 'der', type: 'spki' });
  return new Uint8Array(spki.subarray(spkiPrefix.length));
}

function hmac512(key: Uint8Array, message: Uint8Array): Buffer {
  return createHmac('sha512', key).update(message).digest();
}

function halves(node: Uint8Array): [Uint8Array, Uint8Array] {
  return [node.subarray(0, 32), node.subarray(32)];
}

function bigEndian(index: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(index);
  return bytes;
}
