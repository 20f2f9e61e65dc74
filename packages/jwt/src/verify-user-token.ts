import { createHash } from 'node:crypto';
import { parseToken, type UnverifiedToken } from './parse-token.js';
import type { PreparedKey, PreparedKeySet } from './prepare-key-set.js';
import { TokenRuleBroken, type TokenRefused } from './token-refusal.js';
import { refuseAlgorithm, verifySignature } from './verify-signature.js';

/** The issuer and audience of accepted tokens, and their keys. */
export type TokenProvider = {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: PreparedKeySet;
};

export type TokenRules = {
  /** Unix seconds. */
  readonly now: number;
  /** Longest allowed `exp - iat`. */
  readonly maxLifetimeSeconds: number;
};

/** The content of a verified token. Times in Unix seconds. */
export type VerifiedUserToken = {
  readonly issuer: string;
  readonly subject: string;
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
  /**
   * True only for the boolean `true`, because some providers send "true" for addresses that nobody proved.
   */
  readonly emailVerified: boolean;
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
  token: string,
  providers: readonly TokenProvider[],
  rules: TokenRules,
): Promise<TokenResult> {
  try {
    const parsed = parseToken(token);
    const key = keyFor(parsed, providers);
    refuseAlgorithm(key, parsed.algorithm);
    refuseByTime(parsed, rules.now);
    const { issuedAt, expiresAt } = parsed;
    if (expiresAt <= issuedAt || expiresAt - issuedAt > rules.maxLifetimeSeconds)
      broken('lifetime', `claim exp must be later than iat by at most ${rules.maxLifetimeSeconds} s`);
    await verifySignature(token, key, parsed.algorithm);
    return { ok: true, token: believed(token, parsed) };
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
  if (now >= token.expiresAt + clockSkewSeconds)
    return { ok: false, fault: 'expired', rule: 'claim exp is in the past' };
  if (Math.max(token.issuedAt, token.notBefore) > now + clockSkewSeconds)
    return {
      ok: false,
      fault: 'not-yet-valid',
      rule: `claim iat or nbf is in the future (clocks may differ by ${clockSkewSeconds} s)`,
    };
  return undefined;
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

function keyFor(
  { issuer, audience, kid }: UnverifiedToken,
  providers: readonly TokenProvider[],
): PreparedKey {
  const ofIssuer = providers.filter((provider) => provider.issuer === issuer);
  if (ofIssuer.length === 0)
    broken(
      'issuer',
      'claim iss is not the issuer of an accepted identity provider (compare every character, also a trailing slash)',
    );
  const provider = ofIssuer.find((candidate) => candidate.audience === audience);
  if (provider === undefined) broken('audience', 'claim aud is not the audience of the identity provider');
  const key = provider.keys.get(kid);
  return key ?? broken('key-unknown', 'header kid names no key of the identity provider', issuer);
}

function believed(token: string, { claims, ...parsed }: UnverifiedToken): VerifiedUserToken {
  const { issuer, subject, audience, kid, issuedAt, expiresAt, notBefore } = parsed;
  const { acr, auth_time: authTime, email, email_verified: emailVerified } = claims;
  return {
    issuer,
    subject,
    audience,
    kid,
    issuedAt,
    expiresAt,
    notBefore,
    amr: methodsOf(claims['amr']),
    acr: typeof acr === 'string' && acr.length <= 255 ? acr : undefined,
    authTime:
      typeof authTime === 'number' && Number.isSafeInteger(authTime) && authTime >= 0 ? authTime : undefined,
    email: typeof email === 'string' && email.length <= 320 ? email : undefined,
    emailVerified: emailVerified === true,
    tokenHash: hashOfToken(token),
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
