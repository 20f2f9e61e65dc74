import { createHash } from 'node:crypto';
import { AppError } from '@wallet-service/errors';
import {
  clockSkewSeconds,
  findProviders,
  prepareKeySet,
  verifyUserToken,
  type PreparedKeySet,
  type TokenResult,
  type VerifiedUserToken,
} from '@wallet-service/jwt';
import { normalizeEmail } from '@wallet-service/signer-protocol';
import type { ObserveKeySet } from '../witnesses/observe-key-set.js';

/** The identity provider of people, and as whom the console is registered there. */
export type PeopleIssuer = { readonly issuer: string; readonly clientId: string };

/** What an id token proves. */
export type IdToken = {
  readonly issuer: string;
  readonly subject: string;
  /** Undefined: none, or the provider does not say that it is verified. */
  readonly email: string | undefined;
  /** Names the signed text. Whoever changes the signature of a token does not change this. */
  readonly id: string;
  /** Until when it is taken. Unix seconds. */
  readonly timeEnds: number;
};

/** Throws `auth.id-token-invalid`, and `service.unavailable` without the keys of the provider. */
export type VerifyIdToken = (text: string, nonce: string) => Promise<IdToken>;

export type IdTokensDeps = PeopleIssuer & {
  readonly observeKeySet: ObserveKeySet;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** How long ago a token may have been issued. */
const freshSeconds = 300;
/** Providers give id tokens a day at most. What counts here is when they were issued. */
const longestSeconds = 86_400;
const keysSeconds = 45;
/** A token that names a key that is not known has the witnesses look again, if they did not so recently. */
const newKeysSeconds = 5;
const shortestNonce = 16;

/** Its own audience alone, and no access token: only an id token says who has just signed in. */
const tokenSettings = {
  audienceMatch: 'exact',
  audienceClaim: 'aud',
  tokenTypes: ['absent', 'JWT', 'id_token+jwt'],
} as const;

/** Verifies id tokens of the provider of people, with the keys on which witnesses agree. */
export function createIdTokens(deps: IdTokensDeps): VerifyIdToken {
  const { issuer, clientId, now } = deps;
  const keysOf = createKeys(deps);
  const provider = { issuer, audience: clientId, tokenSettings };

  const verifyWith = async (text: string, maxAgeSeconds: number): Promise<TokenResult> =>
    verifyUserToken(text, [{ ...provider, keys: await keysOf(maxAgeSeconds) }], {
      now: now() / 1000,
      maxLifetimeSeconds: longestSeconds,
    });

  return async (text, nonce) => {
    // So that nobody asks witnesses by sending anything.
    const named = findProviders(text, [provider]);
    if (!named.ok) throw idTokenInvalid(named.rule);
    const first = await verifyWith(text, keysSeconds);
    const isKeyUnknown = !first.ok && first.fault === 'key-unknown';
    const result = isKeyUnknown ? await verifyWith(text, newKeysSeconds) : first;
    if (!result.ok) throw idTokenInvalid(result.rule);
    return proven(text, nonce, result.token, now() / 1000);
  };
}

function proven(text: string, nonce: string, token: VerifiedUserToken, seconds: number): IdToken {
  const timeEnds = Math.ceil(token.issuedAt) + freshSeconds + clockSkewSeconds;
  if (seconds >= timeEnds)
    throw idTokenInvalid(`it was issued more than ${freshSeconds} seconds ago: sign in again`);
  const [header = '', claims = ''] = text.split('.');
  // Verified above, and so without duplicate keys.
  const { nonce: own } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { nonce?: unknown };
  if (nonce.length < shortestNonce || own !== nonce)
    throw idTokenInvalid('its nonce is not the one of this sign-in: sign in again');
  return {
    issuer: token.issuer,
    subject: token.subject,
    email: token.emailVerified ? normalizeEmail(token.email ?? '') : undefined,
    id: createHash('sha256').update(`${header}.${claims}`).digest('base64url'),
    timeEnds,
  };
}

/** The keys of the provider, not older than asked. Those who wait share a question. */
function createKeys({ issuer, observeKeySet, now }: IdTokensDeps) {
  let held: { readonly keys: PreparedKeySet; readonly atMs: number } | undefined;
  let asking: Promise<PreparedKeySet> | undefined;

  async function ask(maxAgeSeconds: number): Promise<PreparedKeySet> {
    const atMs = now();
    const observed = await observeKeySet({ issuer, keySource: 'discovery' }, maxAgeSeconds);
    if (!observed.ok) throw unavailable(observed.problem);
    const prepared = prepareKeySet(JSON.parse(observed.keySetJson));
    if (!prepared.ok) throw unavailable(prepared.problems.join('; '));
    held = { keys: prepared.keys, atMs };
    return prepared.keys;
  }

  return (maxAgeSeconds: number): Promise<PreparedKeySet> => {
    if (held && now() - held.atMs < maxAgeSeconds * 1000) return Promise.resolve(held.keys);
    asking ??= ask(maxAgeSeconds).finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

function unavailable(problem: string): AppError {
  return new AppError('service.unavailable', `the identity provider of people ${problem}`);
}

export function idTokenInvalid(rule: string): AppError {
  return new AppError('auth.id-token-invalid', `the id token is refused: ${rule}`);
}
