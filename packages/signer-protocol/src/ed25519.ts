import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { base64urlOf } from './base64url.js';

const imported = new WeakMap<Uint8Array, KeyObject>();

/**
 * A raw Ed25519 public key (32 bytes) in the form for node:crypto. `raw` MUST NOT change afterwards: its import, which
 * costs as much as a verification, is kept as long as `raw` itself.
 */
export function ed25519PublicKey(raw: Uint8Array): KeyObject {
  const known = imported.get(raw);
  if (known) return known;
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: base64urlOf(raw) }, format: 'jwk' });
  imported.set(raw, key);
  return key;
}

/** The usual name of a key in documents: the first 16 hex digits of SHA-256 of the raw public key. */
export function kidOfPublicKey(raw: Uint8Array): string {
  return createHash('sha256').update(raw).digest('hex').slice(0, 16);
}
