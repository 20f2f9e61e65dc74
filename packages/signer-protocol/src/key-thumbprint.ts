import { createHash } from 'node:crypto';
import type { PublicJwk } from './key-set.js';

const requiredMembers: Readonly<Record<PublicJwk['kty'], readonly (keyof PublicJwk)[]>> = {
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
  RSA: ['e', 'kty', 'n'],
};

/** The SHA-256 thumbprint of a public key (RFC 7638, RFC 8037), in base64url. */
export function keyThumbprint(key: PublicJwk): string {
  const canonical = JSON.stringify(
    Object.fromEntries(requiredMembers[key.kty].map((name) => [name, key[name]])),
  );
  return createHash('sha256').update(canonical).digest('base64url');
}
