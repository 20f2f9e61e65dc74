import { AppError } from '@wallet-service/errors';
import {
  hashOfToken,
  verifyUserToken,
  type TokenRefused,
  type UnverifiedToken,
  type VerifiedUserToken,
} from '@wallet-service/jwt';
import type { IdentityDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import type { Learned, RequestContext, Services } from '../clients/services.js';
import type { KnownProvider, ProviderAnswer, ProviderMemory } from './provider-memory.js';
import { createStalenessBoundedReader, RecentlyUsed } from '@wallet-service/values';
import { tokenError } from './token-error.js';
import { tokenSettingsOf } from './token-settings.js';

/**
 * A user whose token the gateway has verified. The signer verifies it again and relies on nothing of this.
 */
export type VerifiedUser = {
  readonly applicationId: string;
  readonly providerId: string;
  readonly opJwtMode: string;
  readonly assertsEmail: boolean;
  /** The application's setting: refuse | skip. */
  readonly claimPossible: string;
  /** The application may pre-generate wallets. */
  readonly pregenerates: boolean;
  readonly jwt: string;
  readonly token: VerifiedUserToken;
};

/** Caches verified tokens, together with what they were verified against (`trust`). */
export type TokenMemory = {
  readonly recall: (
    tokenHash: Uint8Array,
    trust: string,
    now: number,
  ) => Promise<VerifiedUserToken | undefined>;
  readonly remember: (token: VerifiedUserToken, trust: string) => void;
};

export type UserVerificationDeps = {
  readonly identity: Services['identity'];
  readonly tokens: TokenMemory;
  readonly providers: ProviderMemory;
  /** Unix seconds. */
  readonly now: () => number;
  /** Milliseconds that never go back. */
  readonly elapsedMs: () => number;
};

/** The identity that the caller claims for a token. */
export type TokenClaim = {
  readonly apiKey: string;
  readonly providerId: string;
  /** As received, or what was read of it. */
  readonly token: string | UnverifiedToken;
  /** Seconds. Infinity if only the application's setting limits it. */
  readonly longestLifetime: number;
};

export type UserVerification = (claim: TokenClaim, context: RequestContext) => Promise<VerifiedUser>;

const mostAnswers = 10_000;

/**
 * Verifies a user's token. At most one call to identity, and RSA only for a token that was not seen before.
 */
export function createUserVerification({
  identity,
  tokens,
  providers,
  now,
  elapsedMs,
}: UserVerificationDeps): UserVerification {
  // Identity answers a change only when no earlier answer may be used any more. What `providers` remembers
  // is no such answer: a request that read the shared memory late may have put an older one there.
  const current = createStalenessBoundedReader<KnownProvider>(
    new RecentlyUsed('gateway.current-providers', mostAnswers),
    elapsedMs,
  );

  function currentProvider(
    { apiKey, providerId }: TokenClaim,
    context: RequestContext,
  ): Promise<KnownProvider> {
    return current.get(nameOf(apiKey, providerId), async () => {
      const held = await providers.recall(apiKey, providerId);
      const request = { apiKey, providerId, knownRevision: held?.revision ?? '' };
      const answer = await identity('AuthenticateUser', request, context);
      const isHeld = answer.unchanged && held !== undefined;
      const value = isHeld ? held : providers.remember(apiKey, providerId, answerOf(answer));
      return { value, maxStalenessMs: answer.maxStalenessMs };
    });
  }

  /** Undefined if the provider's keys cannot be fetched now. Then the token's key stays unknown. */
  async function withNewKeys(
    provider: KnownProvider,
    apiKey: string,
    context: RequestContext,
  ): Promise<KnownProvider | undefined> {
    const { applicationId, providerId } = provider;
    const request = { applicationId, providerId };
    const fetched = await identity('RefreshKeySet', request, context).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'provider.key-set-unreachable') return undefined;
      throw error;
    });
    if (!fetched) return undefined;
    const { revision, keySetJson } = fetched;
    // So that the next token with a new key needs no fetch.
    current.forget(nameOf(apiKey, providerId));
    return providers.remember(apiKey, providerId, { ...provider, revision, keySetJson });
  }

  async function verifyWithKeyRefresh(
    claim: TokenClaim,
    provider: KnownProvider,
    context: RequestContext,
  ): Promise<VerifiedUserToken> {
    const first = await verify(claim, provider);
    if (!('fault' in first)) return first;
    const renewed =
      first.fault === 'key-unknown' ? await withNewKeys(provider, claim.apiKey, context) : undefined;
    const second = renewed ? await verify(claim, renewed) : first;
    if ('fault' in second) throw tokenError(second);
    return second;
  }

  async function verify(
    { token, longestLifetime }: TokenClaim,
    provider: KnownProvider,
  ): Promise<VerifiedUserToken | TokenRefused> {
    const maxLifetimeSeconds = Math.min(longestLifetime, provider.maxLifetimeSeconds);
    const trust = trustOf(provider, maxLifetimeSeconds);
    const remembered = await tokens.recall(hashOfToken(textOf(token)), trust, now());
    if (remembered) return remembered;
    const forOperation = longestLifetime !== Infinity;
    const rules = { now: now(), maxLifetimeSeconds, forOperation };
    const result = await verifyUserToken(token, [provider], rules);
    if (!result.ok) return result;
    tokens.remember(result.token, trust);
    return result.token;
  }

  return async (claim, context) => {
    const provider = await currentProvider(claim, context).catch((error: unknown) => {
      throw withoutApplication(error, context.learned);
    });
    learn(context.learned, { applicationId: provider.applicationId });
    const token = await verifyWithKeyRefresh(claim, provider, context);
    learn(context.learned, { user: { issuer: token.issuer, subject: token.subject } });
    const { applicationId, providerId, opJwtMode, assertsEmail, claimPossible, pregenerates } = provider;
    const settings = { opJwtMode, assertsEmail, claimPossible, pregenerates };
    return { applicationId, providerId, ...settings, jwt: textOf(claim.token), token };
  };
}

/** Identity names the application that a caller with a valid API key is refused for. The caller is not told. */
function withoutApplication(error: unknown, learned: Learned | undefined): unknown {
  if (!(error instanceof AppError)) return error;
  const { application_id: applicationId, ...details } = error.details;
  if (typeof applicationId !== 'string') return error;
  learn(learned, { applicationId });
  const { code, message, retryAfterSeconds: seconds } = error;
  return new AppError(code, message, {
    ...{ details, cause: error },
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
  });
}

function textOf(token: string | UnverifiedToken): string {
  return typeof token === 'string' ? token : token.text;
}

function learn(learned: Learned | undefined, more: Learned): void {
  if (learned) Object.assign(learned, more);
}

function nameOf(apiKey: string, providerId: string): string {
  return `${apiKey}\n${providerId}`;
}

function answerOf(answer: ReceivedResponseOf<IdentityDefinition['AuthenticateUser']>): ProviderAnswer {
  const { revision, application, provider, keySetJson } = answer;
  const settings = application?.settings;
  if (!application || !provider || !settings)
    throw new Error('the answer of AuthenticateUser lacks its application or provider');
  return {
    revision,
    applicationId: application.id,
    providerId: provider.id,
    opJwtMode: settings.opJwtMode,
    maxLifetimeSeconds: settings.expressJwtMaxLifetimeSeconds,
    issuer: provider.issuer,
    audience: provider.audience,
    tokenSettings: tokenSettingsOf(provider.tokenSettings),
    assertsEmail: settings.emailProviderIds.includes(provider.id),
    claimPossible: settings.claimPossible,
    pregenerates: application.features?.pregeneratedWallets ?? false,
    keySetJson,
  };
}

function trustOf(provider: KnownProvider, maxLifetimeSeconds: number): string {
  const { applicationId, providerId, revision, tokenSettings } = provider;
  return JSON.stringify([applicationId, providerId, revision, maxLifetimeSeconds, tokenSettings]);
}
