import { createHash } from 'node:crypto';
import { isEmailVerified } from '@wallet-service/signer-protocol';
import { parseToken, type UnverifiedToken } from './parse-token.js';
import type { PreparedKey, PreparedKeySet } from './prepare-key-set.js';
import { providersOf, type NamedProvider } from './provider-of-token.js';
import { shown } from './shown.js';
import { TokenRuleBroken, type TokenRefused } from './token-refusal.js';
import { refuseAlgorithm, verifySignature } from './verify-signature.js';

/** Which tokens are accepted, and their keys. */
export type TokenProvider = NamedProvider & {
  readonly keys: PreparedKeySet;
  /** The application trusts it to verify its users' e-mail addresses. */
  readonly assertsEmail?: boolean;
};

export type TokenRules = {
  /** Unix seconds. */
  readonly now: number;
  /** Longest allowed `exp - iat`. */
  readonly maxLifetimeSeconds: number;
  /** The token is for one operation of the Core interface. */
  readonly forOperation?: boolean;
};

/** The content of a verified token. Times in Unix seconds. */
export type VerifiedUserToken = {
  readonly issuer: string;
  readonly subject: string;
  /** That of the provider. The token may name others too. */
  readonly audience: string;
  readonly kid: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly notBefore: number;
  /** Authentication methods (RFC 8176); empty unless the claim is an array of at most 16 short texts. */
  readonly amr: readonly string[];
  readonly acr: string | undefined;
  readonly authTime: number | undefined;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  /** A provider that the token is for may vouch for `email`. */
  readonly assertsEmail: boolean;
  /** SHA-256 of the token as received. */
  readonly tokenHash: Uint8Array;
};

export type TokenResult = { readonly ok: true; readonly token: VerifiedUserToken } | TokenRefused;

/** Seconds by which clocks may differ. */
export const clockSkewSeconds = 10;

/**
 * Verifies a token, or returns the rule that it breaks (RFC 7519, 8725). Never throws because of a token's
 * content.
 */
export async function verifyUserToken(
  token: string | UnverifiedToken,
  providers: readonly TokenProvider[],
  rules: TokenRules,
): Promise<TokenResult> {
  try {
    const parsed = typeof token === 'string' ? parseToken(token) : token;
    const matching = providersOf(parsed, providers);
    const key = keyFor(parsed, matching);
    refuseAlgorithm(key, parsed.algorithm);
    refuseByTime(parsed, rules.now);
    refuseByLifetime(parsed, rules);
    await verifySignature(parsed.text, key, parsed.algorithm);
    return { ok: true, token: believed(parsed, matching.filter(has(key, parsed.kid))) };
  } catch (error) {
    if (error instanceof TokenRuleBroken) return error.refused;
    throw error;
  }
}

type FoundProviders<Provider> = {
  readonly ok: true;
  readonly token: UnverifiedToken;
  readonly providers: readonly Provider[];
};

/**
 * Which of the providers a token is for, before its key and signature are checked, and what it says. Never throws.
 */
export function findProviders<Provider extends NamedProvider>(
  token: string,
  providers: readonly Provider[],
): FoundProviders<Provider> | TokenRefused {
  try {
    const parsed = parseToken(token);
    return { ok: true, token: parsed, providers: providersOf(parsed, providers) };
  } catch (error) {
    if (error instanceof TokenRuleBroken) return error.refused;
    throw error;
  }
}

/** The rules that depend on the clock. Checked again whenever a cached token is used. */
export function timeRefusal(
  token: Pick<UnverifiedToken, 'issuedAt' | 'expiresAt' | 'notBefore'>,
  now: number,
): TokenRefused | undefined {
  const tolerance = `clocks may differ by ${clockSkewSeconds} s`;
  if (now >= token.expiresAt + clockSkewSeconds) {
    const rule = `claim exp is ${seconds(now - token.expiresAt)} in the past (${tolerance}): get a new token`;
    return { ok: false, fault: 'expired', rule };
  }
  const begins = Math.max(token.issuedAt, token.notBefore);
  if (begins <= now + clockSkewSeconds) return undefined;
  const rule =
    `claim iat or nbf is ${seconds(begins - now)} in the future by the clock of this service (${tolerance}): ` +
    'set the clock of the provider';
  return { ok: false, fault: 'not-yet-valid', rule };
}

/**
 * SHA-256 of a token as received, which identifies it in verdicts, caches and journals. The holder of an
 * ECDSA token can give it another hash (token pinning allows for that).
 */
export function hashOfToken(token: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(token).digest());
}

function refuseByTime(parsed: UnverifiedToken, now: number): void {
  const refused = timeRefusal(parsed, now);
  if (refused) broken(refused.fault, refused.rule);
}

function refuseByLifetime(
  { issuedAt, expiresAt }: UnverifiedToken,
  { maxLifetimeSeconds, forOperation = false }: TokenRules,
): void {
  const lifetime = expiresAt - issuedAt;
  if (lifetime > 0 && lifetime <= maxLifetimeSeconds) return;
  const remedy = forOperation
    ? 'A token for an operation is made for it: have the provider issue one, or exchange the token of the session ' +
      'for one (RFC 8693)'
    : 'Have the provider issue tokens for a shorter time, or raise the limit in the settings of the application';
  broken(
    'lifetime',
    `claim exp must be later than iat by at most ${maxLifetimeSeconds} s, and is by ${seconds(lifetime)}. ${remedy}`,
  );
}

function seconds(difference: number): string {
  return `${Math.round(difference)} s`;
}

function keyFor(
  { issuer, algorithm, kid }: UnverifiedToken,
  matching: readonly TokenProvider[],
): PreparedKey {
  // Before the key: no key set has one for it, and nothing is gained by fetching the set again.
  if (/^(HS|none$)/i.test(algorithm))
    broken(
      'algorithm',
      `header alg is ${shown(algorithm)}: whoever could verify such a token could also make one. Have the provider ` +
        'sign with RSA, ECDSA or Ed25519',
    );
  for (const { keys } of matching) {
    const key = keys.get(kid);
    if (key) return key;
  }
  const missing = `header kid ${shown(kid)} names no key of the identity provider`;
  return broken('key-unknown', `${missing}: have it publish the key that it signs with`, issuer);
}

/** Which providers the key belongs to. Those of one issuer usually share their keys. */
function has(key: PreparedKey, kid: string): (provider: TokenProvider) => boolean {
  return ({ keys }) => keys.get(kid)?.key.equals(key.key) === true;
}

function believed(
  { claims, ...parsed }: UnverifiedToken,
  issuedBy: readonly TokenProvider[],
): VerifiedUserToken {
  const { issuer, subject, kid, issuedAt, expiresAt, notBefore } = parsed;
  const { acr, auth_time: authTime, email } = claims;
  return {
    issuer,
    subject,
    audience: issuedBy[0]?.audience ?? '',
    kid,
    issuedAt,
    expiresAt,
    notBefore,
    amr: methodsOf(claims['amr']),
    acr: typeof acr === 'string' && acr.length <= 255 ? acr : undefined,
    authTime:
      typeof authTime === 'number' && Number.isSafeInteger(authTime) && authTime >= 0 ? authTime : undefined,
    email: typeof email === 'string' && email.length <= 320 ? email : undefined,
    emailVerified: isEmailVerified(issuer, claims['email_verified']),
    assertsEmail: issuedBy.some(({ assertsEmail }) => assertsEmail === true),
    tokenHash: hashOfToken(parsed.text),
  };
}

function methodsOf(amr: unknown): readonly string[] {
  const wellFormed =
    Array.isArray(amr) &&
    amr.length <= 16 &&
    amr.every((method) => typeof method === 'string' && method.length <= 64);
  return wellFormed ? (amr as string[]) : [];
}

function broken(...refused: ConstructorParameters<typeof TokenRuleBroken>): never {
  throw new TokenRuleBroken(...refused);
}
