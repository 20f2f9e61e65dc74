import { createPublicKey, type KeyObject } from 'node:crypto';
import { base64urlOf } from './base64url.js';

/** A raw Ed25519 public key (32 bytes) in the form for node:crypto. */
export function ed25519PublicKey(raw: Uint8Array): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: base64urlOf(raw) }, format: 'jwk' });
}
