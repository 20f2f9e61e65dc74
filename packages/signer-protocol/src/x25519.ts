import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import { base64urlOf } from './base64url.js';

// RFC 8410: the prefixes of the 32 bytes in PKCS #8 and in SubjectPublicKeyInfo.
const pkcs8Prefix = Buffer.from('302e020100300506032b656e04220420', 'hex');
const spkiPrefixBytes = 12;

/**
 * The points of small order, as u-coordinates in hex, little-endian, without the most significant bit: 0, 1, the two of
 * order 8, p - 1, and p and p + 1, which mean 0 and 1. With the last bit set each means the same (RFC 7748 section 5).
 */
const smallOrder: ReadonlySet<string> = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
  '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
  ...['ec', 'ed', 'ee'].map((first) => `${first}${'ff'.repeat(30)}7f`),
]);

/** Whether 32 bytes are a point of small order, with which everybody knows every shared secret. */
export function isOfSmallOrder(publicKey: Uint8Array): boolean {
  const coordinate = Buffer.from(publicKey);
  coordinate[31] = (coordinate[31] ?? 0) & 0x7f;
  return smallOrder.has(coordinate.toString('hex'));
}

/** An X25519 private key (RFC 7748) from 32 unpredictable bytes, which the caller wipes. */
export function x25519PrivateKey(seed: Uint8Array): KeyObject {
  const der = Buffer.concat([pkcs8Prefix, seed]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  der.fill(0);
  return key;
}

/** The public key, 32 bytes. */
export function x25519PublicKeyOf(privateKey: KeyObject): Uint8Array {
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return new Uint8Array(spki.subarray(spkiPrefixBytes));
}

/**
 * The shared secret (RFC 7748 section 6.1), 32 bytes, which the caller wipes. Undefined for what is no public key, and
 * for a point of small order: with such a point everybody knows the secret.
 */
export function x25519SharedSecret(privateKey: KeyObject, publicKey: Uint8Array): Uint8Array | undefined {
  if (publicKey.length !== 32) return undefined;
  try {
    const jwk = { kty: 'OKP', crv: 'X25519', x: base64urlOf(publicKey) };
    const secret = diffieHellman({ privateKey, publicKey: createPublicKey({ key: jwk, format: 'jwk' }) });
    return timingSafeEqual(secret, new Uint8Array(32)) ? undefined : secret;
  } catch {
    // OpenSSL refuses to derive a secret of zeros.
    return undefined;
  }
}
