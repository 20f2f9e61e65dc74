/**
 * Names of the keys in one set but not in the other. A key whose kid stayed but whose material changed is in
 * both lists.
 */
export function keySetChange(
  before: string,
  after: string,
): { readonly added: readonly string[]; readonly removed: readonly string[] } {
  const textsOf = (json: string) => new Map(keysOf(json).map((key) => [JSON.stringify(key), key.kid]));
  const [old, current] = [textsOf(before), textsOf(after)];
  const missing = (from: typeof old, other: typeof old) =>
    [...from].filter(([text]) => !other.has(text)).map(([, kid]) => kid);
  return { added: missing(current, old), removed: missing(old, current) };
}

/** Of the keys in use, those that the provider still has. */
export function keepOnly(keySetJson: string, published: string): string {
  const still = new Set(keysOf(published).map((key) => JSON.stringify(key)));
  return JSON.stringify({ keys: keysOf(keySetJson).filter((key) => still.has(JSON.stringify(key))) });
}

type Key = { readonly kid: string };

/** For a set that witnesses reduced. */
function keysOf(keySetJson: string): readonly Key[] {
  return (JSON.parse(keySetJson) as { readonly keys: readonly Key[] }).keys;
}
