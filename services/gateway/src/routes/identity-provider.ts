import type { IdentityDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import Type from 'typebox';
import type { Services } from '../clients/services.js';
import { route, type Route } from '../route.js';
import { id } from './field.js';

const common = { authentication: 'secret-key', rateClass: 'management', errors: 'problem' } as const;
const params = Type.Object({ id });
const body = Type.Object(
  {
    issuer: Type.String({ minLength: 1, maxLength: 512 }),
    audience: Type.String({ minLength: 1, maxLength: 512 }),
    jwks_uri: Type.String({ minLength: 1, maxLength: 2048 }),
  },
  { additionalProperties: false },
);
const answer = Type.Object({
  id: Type.String(),
  issuer: Type.String(),
  audience: Type.String(),
  jwks_uri: Type.String(),
});
/** `/v1/identity/provider`: whose users may use the application's wallets. */
export function identityProviderRoutes({ identity }: Pick<Services, 'identity'>): readonly Route[] {
  return [
    route({
      ...common,
      method: 'POST',
      path: '/v1/identity/provider',
      status: 201,
      body,
      answer,
      async handle({ caller: { applicationId }, body: { jwks_uri: jwksUri, ...provider }, context }) {
        return shown(await identity('CreateProvider', { applicationId, ...provider, jwksUri }, context));
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/v1/identity/provider',
      status: 200,
      answer: Type.Array(answer),
      async handle({ caller: { applicationId }, context }) {
        const { providers } = await identity('ListProviders', { applicationId }, context);
        return providers.map(shown);
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/v1/identity/provider/:id',
      status: 200,
      params,
      answer,
      async handle({ caller: { applicationId }, params: { id: providerId }, context }) {
        return shown(await identity('GetProvider', { applicationId, providerId }, context));
      },
    }),
    route({
      ...common,
      method: 'PATCH',
      path: '/v1/identity/provider/:id',
      status: 200,
      params,
      body,
      answer,
      async handle({ caller: { applicationId }, params: { id: providerId }, body: given, context }) {
        const { jwks_uri: jwksUri, ...provider } = given;
        const request = { applicationId, providerId, ...provider, jwksUri };
        return shown(await identity('UpdateProvider', request, context));
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path: '/v1/identity/provider/:id',
      status: 204,
      params,
      handle: ({ caller: { applicationId }, params: { id: providerId }, context }) =>
        identity('DeleteProvider', { applicationId, providerId }, context),
    }),
  ];
}

type Provider = ReceivedResponseOf<IdentityDefinition['GetProvider']>;

function shown({ id, issuer, audience, jwksUri }: Provider) {
  return { id, issuer, audience, jwks_uri: jwksUri };
}
