import { createHash } from 'node:crypto';
import type { Application } from '../directory/application.js';
import type { Provider } from '../directory/provider.js';
import type { SecretKey } from '../secret-keys/secret-key.js';

// What the journal shows of a change, before and after it. Never secrets.

export function shownApplication({ name, settings, features }: Application): object {
  return { name, settings, features };
}

/** The address of the key set is hashed, because a tenant may have put a secret into it. */
export function shownProvider({ id, issuer, audience, jwksUri, tokenSettings }: Provider): object {
  const hash = createHash('sha256').update(jwksUri).digest('hex');
  return { id, issuer, audience, jwks_uri_sha256: hash, token_settings: tokenSettings ?? null };
}

export function shownSecretKey({ id, label, scopes, timeExpires, timeRevoked }: SecretKey): object {
  return {
    id,
    label,
    scopes: scopes ?? null,
    time_expires: timeExpires ?? null,
    time_revoked: timeRevoked ?? null,
  };
}
