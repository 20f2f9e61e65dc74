import { createHash } from 'node:crypto';
import type { Provider } from '../directory/provider.js';

/**
 * What the journal shows of a provider, before and after a change. The address of the key set is hashed, because a
 * tenant may have put a secret into it.
 */
export function shownProvider({ id, issuer, audience, jwksUri, tokenSettings }: Provider): object {
  const hash = createHash('sha256').update(jwksUri).digest('hex');
  return { id, issuer, audience, jwks_uri_sha256: hash, token_settings: tokenSettings ?? null };
}
