/** Kinds of secrets that a person holds, by the start of their text. */
export type TokenKind = 'ses' | 'inv';

/** `<kind>_<32 hex digits of its id>_<32 random bytes in base64url>`. */
export function tokenOf(kind: TokenKind, id: string, random: Uint8Array): string {
  if (random.length !== 32) throw new RangeError('a token takes 32 random bytes');
  return `${kind}_${id.replaceAll('-', '')}_${Buffer.from(random).toString('base64url')}`;
}

/** The id in a text of the form of a token of this kind. Undefined for any other text. */
export function tokenIdOf(kind: TokenKind, token: string): string | undefined {
  const [, found, hex] = /^(ses|inv)_([0-9a-f]{32})_[A-Za-z0-9_-]{43}$/.exec(token) ?? [];
  if (found !== kind) return undefined;
  return hex?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
