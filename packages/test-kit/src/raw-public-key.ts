import type { KeyObject } from 'node:crypto';

/** The 32 bytes of an Ed25519 or X25519 public key, as RFC 8032 and RFC 7748 write it. */
export function rawPublicKey(key: KeyObject): Uint8Array {
  return new Uint8Array(key.export({ format: 'der', type: 'spki' }).subarray(-32));
}
