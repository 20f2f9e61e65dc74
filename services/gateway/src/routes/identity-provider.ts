import type { IdentityDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import { audienceClaims, audienceMatches, defaultTokenSettings, maxTokenTypes } from '@wallet-service/jwt';
import Type, { type Static } from 'typebox';
import type { RequestContext, Services } from '../clients/services.js';
import { tokenSettingsOf } from '../http/token-settings.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { id } from './field.js';

const common = { authentication: 'secret-key', rateClass: 'management', errors: 'problem' } as const;
const reading = { ...common, scope: 'read' } as const;
const changing = { ...common, scope: 'providers' } as const;
const params = Type.Object({ id });
const tokenSettings = {
  audience_match: Type.Enum([...audienceMatches], {
    type: 'string',
    description:
      '`contains`, the default: the audience is one of those that the token names (RFC 7519). `exact`: it is the ' +
      'only one',
  }),
  audience_claim: Type.Enum([...audienceClaims], {
    type: 'string',
    description:
      'the claim that names the audience, `aud` by default. For tokens without `aud`: `azp` (Clerk), `client_id` ' +
      '(Cognito access tokens). A token that has `aud` must name the audience there too',
  }),
  token_types: Type.Array(Type.String({ minLength: 1, maxLength: 80 }), {
    minItems: 1,
    maxItems: maxTokenTypes,
    description:
      'accepted values of the header `typ`, in any letter case, with or without `application/`; `absent`: tokens ' +
      'without it. By default absent, JWT, at+jwt (RFC 9068) and id_token+jwt',
  }),
};
const body = Type.Object(
  {
    issuer: Type.String({ minLength: 1, maxLength: 512 }),
    audience: Type.String({ minLength: 1, maxLength: 512 }),
    jwks_uri: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2048,
        description:
          'where the key set is. Without it, it is found by OpenID Connect Discovery at the issuer. The choice stays ' +
          'with the issuer: only administrators or root keys change it',
      }),
    ),
    audience_match: Type.Optional(tokenSettings.audience_match),
    audience_claim: Type.Optional(tokenSettings.audience_claim),
    token_types: Type.Optional(tokenSettings.token_types),
  },
  { additionalProperties: false },
);
const answer = Type.Object(
  {
    id: Type.String(),
    issuer: Type.String(),
    audience: Type.String(),
    jwks_uri: Type.String({ description: 'if it is discovered, as witnesses found it; empty: not yet' }),
    discovered: Type.Boolean({
      description: 'the key set is found by OpenID Connect Discovery at the issuer',
    }),
    ...tokenSettings,
  },
  { title: 'IdentityProvider' },
);
const exampleBody = { issuer: 'https://login.example.com', audience: 'shop' };
const example = {
  id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
  ...exampleBody,
  jwks_uri: 'https://login.example.com/.well-known/jwks.json',
  discovered: true,
  audience_match: defaultTokenSettings.audienceMatch,
  audience_claim: defaultTokenSettings.audienceClaim,
  token_types: [...defaultTokenSettings.tokenTypes],
};
/** Of changes that witnesses must confirm. */
const trustRefusals = ['provider.administrators-required', 'trust.witnesses-unavailable'] as const;

const documented = {
  createProvider: {
    operationId: 'createProvider',
    tag: 'Identity providers',
    summary: 'Configure an identity provider',
    description:
      'Witnesses confirm the provider and fetch its keys. Its users can sign a few seconds later. See its status.',
    refusals: [
      'provider.exists',
      'provider.limit-reached',
      'provider.key-set-unreachable',
      'provider.key-source-fixed',
      ...trustRefusals,
    ],
    body: exampleBody,
    answer: example,
  },
  listProviders: {
    operationId: 'listProviders',
    tag: 'Identity providers',
    summary: 'List the identity providers',
    description: 'All providers of the application, also those that the signers do not trust yet.',
    answer: [example],
  },
  getProvider: {
    operationId: 'getProvider',
    tag: 'Identity providers',
    summary: 'Get an identity provider',
    description: 'What is registered. `getProviderStatus` says what the signers trust of it.',
    refusals: ['provider.not-found'],
    answer: example,
  },
  updateProvider: {
    operationId: 'updateProvider',
    tag: 'Identity providers',
    summary: 'Change an identity provider',
    description:
      'Wallets stay bound to the issuer and subject of their owners, so no change can give a wallet to ' +
      'somebody else. `audience_match`, `audience_claim` and `token_types` stay as they are when they are left out.',
    refusals: [
      'provider.not-found',
      'provider.exists',
      'provider.limit-reached',
      'provider.key-set-unreachable',
      'provider.key-source-fixed',
      ...trustRefusals,
    ],
    body: exampleBody,
    answer: example,
  },
  deleteProvider: {
    operationId: 'deleteProvider',
    tag: 'Identity providers',
    summary: 'Delete an identity provider',
    description: 'Its users are refused at once.',
    refusals: ['provider.not-found', ...trustRefusals],
  },
} as const satisfies Record<string, Documentation>;

/** `/v1/identity/provider`: whose users may use the application's wallets. */
export function identityProviderRoutes({
  identity,
  policy,
}: Pick<Services, 'identity' | 'policy'>): readonly Route[] {
  /**
   * The users of an embedded-wallet provider remain under STEP_UP policies when it gets another issuer. First
   * here, then at identity: should that fail, too many are asked for a second factor, not too few.
   */
  async function keepUnderStepUp(
    { applicationId, providerId, issuer }: { applicationId: string; providerId: string; issuer: string },
    context: RequestContext,
  ): Promise<void> {
    const { embeddedWalletProviderIds } = await policy('GetSettings', { applicationId }, context);
    if (!embeddedWalletProviderIds.includes(providerId)) return;
    const changes = { embeddedWalletIssuers: { values: [issuer] } };
    await policy('UpdateSettings', { applicationId, changes }, context);
  }

  return [
    route({
      ...changing,
      method: 'POST',
      path: '/v1/identity/provider',
      status: 201,
      body,
      answer,
      documentation: documented.createProvider,
      async handle({ caller: { applicationId }, body: given, context }) {
        return toResponse(await identity('CreateProvider', { applicationId, ...toRequest(given) }, context));
      },
    }),
    route({
      ...reading,
      method: 'GET',
      path: '/v1/identity/provider',
      status: 200,
      answer: Type.Array(answer),
      documentation: documented.listProviders,
      async handle({ caller: { applicationId }, context }) {
        const { providers } = await identity('ListProviders', { applicationId }, context);
        return providers.map(toResponse);
      },
    }),
    route({
      ...reading,
      method: 'GET',
      path: '/v1/identity/provider/:id',
      status: 200,
      params,
      answer,
      documentation: documented.getProvider,
      async handle({ caller: { applicationId }, params: { id: providerId }, context }) {
        return toResponse(await identity('GetProvider', { applicationId, providerId }, context));
      },
    }),
    route({
      ...changing,
      method: 'PATCH',
      path: '/v1/identity/provider/:id',
      status: 200,
      params,
      body,
      answer,
      documentation: documented.updateProvider,
      async handle({ caller: { applicationId }, params: { id: providerId }, body: given, context }) {
        const request = { applicationId, providerId, ...toRequest(given) };
        await keepUnderStepUp(request, context);
        return toResponse(await identity('UpdateProvider', request, context));
      },
    }),
    route({
      ...changing,
      method: 'DELETE',
      path: '/v1/identity/provider/:id',
      status: 204,
      params,
      documentation: documented.deleteProvider,
      handle: ({ caller: { applicationId }, params: { id: providerId }, context }) =>
        identity('DeleteProvider', { applicationId, providerId }, context),
    }),
  ];
}

type Provider = ReceivedResponseOf<IdentityDefinition['GetProvider']>;

function toRequest(given: Static<typeof body>) {
  const { issuer, audience, jwks_uri: jwksUri = '', audience_match: audienceMatch } = given;
  const { audience_claim: audienceClaim, token_types: values } = given;
  const changes = {
    ...(audienceMatch && { audienceMatch }),
    ...(audienceClaim && { audienceClaim }),
    ...(values && { tokenTypes: { values } }),
  };
  const isChanged = Object.keys(changes).length > 0;
  return { issuer, audience, jwksUri, ...(isChanged && { tokenSettings: changes }) };
}

function toResponse({ id, issuer, audience, jwksUri, discovered, tokenSettings: wire }: Provider) {
  const { audienceMatch, audienceClaim, tokenTypes } = tokenSettingsOf(wire);
  return {
    id,
    issuer,
    audience,
    jwks_uri: jwksUri,
    discovered,
    audience_match: audienceMatch,
    audience_claim: audienceClaim,
    token_types: [...tokenTypes],
  };
}
