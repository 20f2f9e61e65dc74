import { bytesOfBase64url, refuseDuplicateKeys } from '@wallet-service/signer-protocol';
import { TokenRuleBroken } from './token-refusal.js';

/**
 * A token's content after all checks of form. Nothing here is authenticated yet. Times in Unix seconds,
 * possibly with a fraction. Only `parseToken` makes one.
 */
export type UnverifiedToken = {
  /** The token, as received. */
  readonly text: string;
  readonly algorithm: string;
  readonly kid: string;
  readonly issuer: string;
  readonly subject: string;
  /** The header `typ`. */
  readonly type: string | undefined;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly notBefore: number;
  readonly claims: Readonly<Record<string, unknown>>;
};

/** Bytes. Checked before anything else, so that a huge token costs nothing. */
export const maxTokenBytes = 16_384;

// A key, an address to fetch one, another encoding, compression, nesting, extensions: a plain signed token
// needs none of them (RFC 8725 3.6, 3.10).
const refusedHeaders = ['jwk', 'jku', 'x5u', 'x5c', 'crit', 'b64', 'zip', 'cty', 'enc'];
// Exactly these characters name the owner: nothing is trimmed, folded or normalised, here or later. What is refused
// prints nothing, or makes the text around it read as another.
const printable = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]{1,255}$/u;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The three parts, decoded, and the content of the header. */
export type SignedParts = {
  readonly algorithm: string;
  readonly kid: string;
  readonly type: string | undefined;
  readonly payload: Uint8Array;
};

/** The rules of form for everything around the claims (RFC 7515, RFC 8725). Throws TokenRuleBroken. */
export function parseSignedParts(token: string): SignedParts {
  const [headerPart, payload] = split(token);
  const header = jsonObject(headerPart, 'header');
  for (const name of refusedHeaders)
    if (Object.hasOwn(header, name)) malformed(`header ${name} is not allowed`);
  const { typ, alg, kid } = header;
  if (typ !== undefined && typeof typ !== 'string') malformed('header typ must be text');
  return {
    algorithm: typeof alg === 'string' ? alg : malformed('header alg must be text'),
    kid:
      typeof kid === 'string' && kid !== ''
        ? kid
        : malformed('header kid is required: have the provider name its key'),
    type: typ,
    payload,
  };
}

/**
 * All rules of form, which are checked before any cryptography (RFC 7515, 7519, 8725): jose alone accepts 17
 * kinds of bad tokens. Throws TokenRuleBroken.
 */
export function parseToken(token: string): UnverifiedToken {
  const { algorithm, kid, type, payload } = parseSignedParts(token);
  const claims = jsonObject(payload, 'claims');
  return {
    text: token,
    algorithm,
    kid,
    issuer: text(
      claims,
      'iss',
      /^[^\p{Cc}]{1,2048}$/u,
      '1 to 2048 characters, none of them a control character',
    ),
    subject: text(
      claims,
      'sub',
      printable,
      '1 to 255 printable characters: no control characters, line separators, text direction marks or lone surrogates',
    ),
    type,
    issuedAt: time(claims, 'iat'),
    expiresAt: time(claims, 'exp'),
    notBefore: Object.hasOwn(claims, 'nbf') ? time(claims, 'nbf') : 0,
    claims,
  };
}

function split(token: string): [Uint8Array, Uint8Array] {
  if (token.length > maxTokenBytes) malformed(`a token has at most ${maxTokenBytes} bytes`);
  const parts = token.split('.');
  if (parts.length !== 3) malformed('a token has three parts');
  const [header, claims, signature] = parts.map((part) =>
    // The pattern first, because Buffer's decoder skips what it doesn't know.
    /^[A-Za-z0-9_-]+$/.test(part) ? bytesOfBase64url(part) : undefined,
  );
  if (header === undefined || claims === undefined || signature === undefined)
    malformed('the parts must be canonical base64url and not empty');
  return [header, claims];
}

function jsonObject(bytes: Uint8Array, part: string): Record<string, unknown> {
  try {
    const json = utf8.decode(bytes);
    refuseDuplicateKeys(json);
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Not UTF-8, not JSON, or a duplicate key: the same answer for all.
  }
  return malformed(`the ${part} must be a JSON object without duplicate keys`);
}

function text(
  claims: Readonly<Record<string, unknown>>,
  name: string,
  pattern: RegExp,
  form: string,
): string {
  const value = claims[name];
  return typeof value === 'string' && pattern.test(value)
    ? value
    : malformed(`claim ${name} must be text of ${form}`);
}

function time(claims: Readonly<Record<string, unknown>>, name: string): number {
  const value = claims[name];
  // Below 2^40, because milliseconds instead of seconds would make a token nearly eternal.
  const sane = typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < 2 ** 40;
  return sane ? value : malformed(`claim ${name} must be a time in Unix seconds`);
}

function malformed(rule: string): never {
  throw new TokenRuleBroken('malformed', rule);
}
