import { parseKeySet, parseStrictJson } from '@wallet-service/signer-protocol';

/** Fewer than the signer can read: real providers publish two to four. */
const maxKeysOfProvider = 32;

export type KeySetReading =
  | { readonly ok: true; readonly keySetJson: string }
  /**
   * `published` is the document, if it is JSON. It is unusable, but shows which keys the provider still has.
   */
  | { readonly ok: false; readonly problem: string; readonly published?: unknown };

/**
 * Reduces a provider's document to the public signing keys that this service can use, in the order of their
 * kids, so that the same keys always give the same text. Keys for other purposes and keys that are too weak
 * are left out (RFC 7517 section 5). A secret (a private key or a symmetric one) or two usable keys with one
 * kid make the whole set unusable.
 */
export function readKeySet(body: string): KeySetReading {
  let value: unknown;
  try {
    value = parseStrictJson(body);
  } catch {
    return { ok: false, problem: 'is not JSON, or names a member twice' };
  }
  const list = entriesOf(value);
  if (!list) return { ok: false, problem: 'is refused: /keys: must be an array of keys' };
  const refuse = (problem: string): KeySetReading => ({ ok: false, problem, published: value });
  if (list.length > maxKeysOfProvider) return refuse(`has more than ${maxKeysOfProvider} keys`);
  const { keys, problems } = parseKeySet(value, 'provider');
  if (problems[0] !== undefined) return refuse(`is refused: ${problems[0]}`);
  if (keys.length === 0) return refuse('has no key that can verify tokens');
  return { ok: true, keySetJson: keySetJsonOf(keys) };
}

/**
 * The keys in use that an unusable document still has. A key that left is withdrawn, whatever else is wrong
 * with the document, even if no key is left: that is how a provider withdraws its only one.
 */
export function keysStillPublished(keySetJson: string, published: unknown): string {
  const list = entriesOf(published) ?? [];
  const usable = keysOf(keySetJson).filter((key) => {
    const text = JSON.stringify(key);
    return list.some(
      (entry) =>
        kidOf(entry) === key.kid &&
        parseKeySet({ keys: [entry] }, 'provider').keys.some((found) => JSON.stringify(found) === text),
    );
  });
  return keySetJsonOf(usable);
}

type Key = { readonly kid: string };

/** For a set that this service wrote itself. */
function keysOf(keySetJson: string): readonly Key[] {
  return (JSON.parse(keySetJson) as { readonly keys: readonly Key[] }).keys;
}

function keySetJsonOf(keys: readonly Key[]): string {
  return JSON.stringify({ keys: [...keys].sort((a, b) => (a.kid < b.kid ? -1 : 1)) });
}

function entriesOf(value: unknown): readonly unknown[] | undefined {
  const keys = typeof value === 'object' && value !== null && 'keys' in value ? value.keys : undefined;
  return Array.isArray(keys) ? keys : undefined;
}

function kidOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'kid' in entry ? entry.kid : undefined;
}
