import { chains, type Chain } from '@wallet-service/addresses';
import { AppError } from '@wallet-service/errors';
import { hashOfToken, verifyUserToken, type TokenRefused, type VerifiedUserToken } from '@wallet-service/jwt';
import type { IdentityDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import type { RequestContext, Services } from '../clients/services.js';
import type { KnownProvider, ProviderAnswer, ProviderMemory } from './provider-memory.js';
import { requiredText } from './required-header.js';

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A user whose token the gateway has verified. The signer verifies it again and believes nothing of this. */
export type AuthenticatedUser = {
  readonly applicationId: string;
  readonly providerId: string;
  readonly opJwtMode: string;
  readonly chain: Chain;
  readonly jwt: string;
  readonly token: VerifiedUserToken;
};

/** Remembers which tokens were believed, and on the strength of what (`trust`). */
export type TokenMemory = {
  readonly recall: (
    tokenHash: Uint8Array,
    trust: string,
    now: number,
  ) => Promise<VerifiedUserToken | undefined>;
  readonly remember: (token: VerifiedUserToken, trust: string) => void;
};

export type UserAuthenticationDeps = {
  readonly identity: Services['identity'];
  readonly tokens: TokenMemory;
  readonly providers: ProviderMemory;
  /** Unix seconds. */
  readonly now: () => number;
};

const maxKeyLength = 256;

/** Who is asking, on the Express interface: API key, provider and user token. One call to identity; RSA only for a token not seen before. */
export function createUserAuthentication({ identity, tokens, providers, now }: UserAuthenticationDeps) {
  async function currentProvider(
    apiKey: string,
    providerId: string,
    context: RequestContext,
  ): Promise<KnownProvider> {
    const held = await providers.recall(apiKey, providerId);
    const answer = await identity(
      'AuthenticateUser',
      { apiKey, providerId, knownRevision: held?.revision ?? '' },
      context,
    );
    if (answer.unchanged && held) return held;
    return providers.remember(apiKey, providerId, answerOf(answer));
  }

  /** Undefined when the provider's keys cannot be had now: then the token stays one of an unknown key. */
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
    return providers.remember(apiKey, providerId, { ...provider, revision, keySetJson });
  }

  async function believeEventually(
    jwt: string,
    provider: KnownProvider,
    apiKey: string,
    context: RequestContext,
  ): Promise<VerifiedUserToken> {
    const first = await believe(jwt, provider);
    if (!('fault' in first)) return first;
    const renewed = first.fault === 'key-unknown' ? await withNewKeys(provider, apiKey, context) : undefined;
    const second = renewed ? await believe(jwt, renewed) : first;
    if ('fault' in second) throw tokenError(second);
    return second;
  }

  async function believe(jwt: string, provider: KnownProvider): Promise<VerifiedUserToken | TokenRefused> {
    const trust = trustOf(provider);
    const remembered = await tokens.recall(hashOfToken(jwt), trust, now());
    if (remembered) return remembered;
    const { maxLifetimeSeconds } = provider;
    const result = await verifyUserToken(jwt, [provider], { now: now(), maxLifetimeSeconds });
    if (!result.ok) return result;
    tokens.remember(result.token, trust);
    return result.token;
  }

  return async (headers: RequestHeaders, context: RequestContext): Promise<AuthenticatedUser> => {
    const apiKey = requiredText(headers, 'X-Service-API-Key', 'auth.api-key-invalid', maxKeyLength);
    const providerId = requiredText(headers, 'X-OIDC-Provider-ID', 'auth.provider-invalid', maxKeyLength);
    const jwt = bearerToken(headers);
    const provider = await currentProvider(apiKey, providerId, context);
    const token = await believeEventually(jwt, provider, apiKey, context);
    const { applicationId, opJwtMode } = provider;
    return {
      applicationId,
      providerId: provider.providerId,
      opJwtMode,
      chain: chainOf(headers),
      jwt,
      token,
    };
  };
}

function answerOf(answer: ReceivedResponseOf<IdentityDefinition['AuthenticateUser']>): ProviderAnswer {
  const { revision, application, provider, keySetJson } = answer;
  const settings = application?.settings;
  if (!application || !provider || !settings) throw new Error('identity sent half an answer');
  return {
    revision,
    applicationId: application.id,
    providerId: provider.id,
    opJwtMode: settings.opJwtMode,
    maxLifetimeSeconds: settings.expressJwtMaxLifetimeSeconds,
    issuer: provider.issuer,
    audience: provider.audience,
    keySetJson,
  };
}

function trustOf({ applicationId, providerId, revision, maxLifetimeSeconds }: KnownProvider): string {
  return JSON.stringify([applicationId, providerId, revision, maxLifetimeSeconds]);
}

function bearerToken({ authorization }: RequestHeaders): string {
  const token = typeof authorization === 'string' ? /^Bearer +(\S.*)$/i.exec(authorization)?.[1] : undefined;
  if (token !== undefined) return token;
  throw new AppError('auth.token-missing', 'header Authorization: must be Bearer and the token of the user');
}

// Which rule a token breaks is for the log: whoever tries out forged tokens shall not be guided.
function tokenError({ fault, rule }: TokenRefused): AppError {
  const cause = new Error(`${fault}: ${rule}`);
  return fault === 'expired'
    ? new AppError('auth.token-expired', 'the token has expired', { cause })
    : new AppError('auth.token-invalid', 'the token is not valid for this application and provider', {
        cause,
      });
}

function chainOf(headers: RequestHeaders): Chain {
  const chain = chains.find((name) => name === headers['x-service-chain']);
  if (chain !== undefined) return chain;
  const path = 'header X-Service-Chain';
  const message = `must be one of ${chains.join(', ')}`;
  throw new AppError('request.invalid', `${path} ${message}`, { fields: [{ path, message }] });
}
