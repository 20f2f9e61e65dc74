import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { algorithmsOf, parseKeySet } from '@wallet-service/signer-protocol';

export type PreparedKey = { readonly key: KeyObject; readonly algorithms: readonly string[] };
/** Keys by kid, imported once. Each is bound to the algorithms that it may be used with. */
export type PreparedKeySet = ReadonlyMap<string, PreparedKey>;

/**
 * Imports a published key set (a parsed JWKS). Keys that can't verify user tokens (another use or curve, no
 * kid, RSA below 2048 bits, a point that is not on its curve) are left out. A set with a private or symmetric
 * key, two usable keys with one kid, or more than 50 keys is refused with all its problems.
 */
export function prepareKeySet(
  jwks: unknown,
):
  | { readonly ok: true; readonly keys: PreparedKeySet }
  | { readonly ok: false; readonly problems: string[] } {
  const { keys, problems } = parseKeySet(jwks, 'provider');
  const prepared = new Map<string, PreparedKey>();
  for (const jwk of keys) {
    try {
      // OpenSSL refuses points that are not on their curve.
      const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
      prepared.set(jwk.kid, { key, algorithms: algorithmsOf(jwk) });
    } catch {
      // Left out. The provider's other keys are not affected.
    }
  }
  return problems.length === 0 ? { ok: true, keys: prepared } : { ok: false, problems };
}
