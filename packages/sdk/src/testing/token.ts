import { fromBase64, toBase64, utf8 } from '../core/encoding.js';
import { Refusal } from './refusal.js';

export type Issuer = { readonly issuer: string; readonly audience: string };

export type TokenClaims = {
  readonly iss: string;
  readonly sub: string;
  readonly iat: number;
  readonly exp: number;
  readonly [claim: string]: unknown;
};

const base64url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
const part = (value: unknown): string => base64url(utf8(JSON.stringify(value)));

/** A JWT without a signature: the test server knows its own tokens by their claims. */
export function unsignedToken(claims: TokenClaims): string {
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.${base64url(utf8('unsigned'))}`;
}

/** Seconds by which clocks may differ. */
const clockSkew = 10;
/** What an application has that has not changed it. */
const longestOfUser = 86_400;

/** The claims of a token that is valid now. `longestSeconds`: from `iat` to `exp`. Throws the refusals of tokens. */
export function readToken(
  jwt: string,
  { issuer, audience }: Issuer,
  now: number,
  longestSeconds = longestOfUser,
): TokenClaims {
  const claims = claimsOf(jwt);
  const { iss, aud, sub, iat, exp, nbf = 0 } = claims;
  if (![iss, sub].every(isName) || !isTime(iat) || !isTime(exp) || !isTime(nbf))
    throw refused('auth.token-invalid', 'malformed', 'it must have iss, sub, iat and exp, of their types');
  if (iss !== issuer)
    throw refused('auth.token-provider-unknown', 'issuer', 'its iss is of another provider');
  if (![aud].flat().includes(audience))
    throw refused('auth.token-provider-unknown', 'audience', 'its aud is of another provider');
  if (now >= exp + clockSkew) throw refused('auth.token-expired', 'expired', 'it has expired');
  if (Math.max(iat, nbf) > now + clockSkew)
    throw refused('auth.token-invalid', 'not-yet-valid', 'its iat or nbf is in the future');
  if (exp <= iat || exp - iat > longestSeconds)
    throw refused(
      'auth.token-lifetime-too-long',
      'lifetime',
      `its exp must be later than its iat by at most ${longestSeconds} s`,
    );
  return claims as TokenClaims;
}

const isName = (claim: unknown): boolean => typeof claim === 'string' && claim !== '';
/** Unix seconds. Milliseconds are not. */
const isTime = (claim: unknown): claim is number =>
  typeof claim === 'number' && Number.isFinite(claim) && claim >= 0 && claim < 2 ** 40;

function claimsOf(jwt: string): Readonly<Record<string, unknown>> {
  const parts = jwt.split('.');
  try {
    const claims: unknown = JSON.parse(new TextDecoder().decode(fromBase64(parts[1] ?? '')));
    const header: unknown = JSON.parse(new TextDecoder().decode(fromBase64(parts[0] ?? '')));
    const isWhole = parts.length === 3 && base64url(fromBase64(parts[2] ?? '')) === parts[2];
    if (isWhole && [claims, header].every((each) => typeof each === 'object' && each !== null))
      return claims as Readonly<Record<string, unknown>>;
  } catch {
    // The error below says it.
  }
  throw refused('auth.token-invalid', 'malformed', 'it is not a JWT');
}

function refused(code: string, fault: string, rule: string): Refusal {
  return new Refusal(code, {
    message: `the token is refused: ${rule}`,
    details: { reason: `token-${fault}` },
  });
}
