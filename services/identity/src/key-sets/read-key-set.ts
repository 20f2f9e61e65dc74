import { parseKeySet, parseStrictJson } from '@wallet-service/signer-protocol';

/** Fewer than the signer can read: real providers publish two to four. */
const maxKeysOfProvider = 32;

export type KeySetReading =
  { readonly ok: true; readonly keySetJson: string } | { readonly ok: false; readonly problem: string };

/**
 * Reduces what a provider publishes to the public signing keys that this service can use, in the order of their kids, so that the same
 * keys always give the same text. Keys for other purposes and keys that are too weak are left out (RFC 7517 section 5); a secret (a private
 * key or the value of a symmetric one) and two usable keys of one kid refuse the whole set.
 */
export function readKeySet(body: string): KeySetReading {
  let value: unknown;
  try {
    value = parseStrictJson(body);
  } catch {
    return { ok: false, problem: 'is not JSON, or names a member twice' };
  }
  if (numberOfKeys(value) > maxKeysOfProvider) {
    return { ok: false, problem: `has more than ${maxKeysOfProvider} keys` };
  }
  const { keys, problems } = parseKeySet(value, 'provider');
  if (problems[0] !== undefined) return { ok: false, problem: `is refused: ${problems[0]}` };
  if (keys.length === 0) return { ok: false, problem: 'has no key that can verify tokens' };
  const sorted = [...keys].sort((a, b) => (a.kid < b.kid ? -1 : 1));
  return { ok: true, keySetJson: JSON.stringify({ keys: sorted }) };
}

function numberOfKeys(value: unknown): number {
  const keys = typeof value === 'object' && value !== null && 'keys' in value ? value.keys : undefined;
  return Array.isArray(keys) ? keys.length : 0;
}
