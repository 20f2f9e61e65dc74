import Type from 'typebox';
import type { Services } from '../clients/services.js';
import { route, type Route } from '../route.js';
import { id, unixTime } from './field.js';

const missing = ['root-expired', 'no-document', 'not-in-document', 'no-key-set', 'key-set-expired'] as const;

const answer = Type.Object(
  {
    id: Type.String(),
    trusted: Type.Boolean({ description: 'every connected signer accepts tokens of the keys in `keys`' }),
    missing: Type.Optional(
      Type.Enum([...missing], {
        type: 'string',
        description:
          'Only if it is not trusted. `no-document`: the signers have no document of the application that witnesses ' +
          'confirmed lately. `not-in-document`: the document does not name the provider. `no-key-set`: no key set ' +
          'that witnesses confirmed. `key-set-expired`: no witness could fetch it for too long. `root-expired`: the ' +
          'operator must publish a new root document',
      }),
    ),
    root_version: Type.Integer({ description: 'of the root document, which names the witnesses' }),
    root_expires_at: unixTime,
    document_version: Type.Integer({
      description: 'of the application’s document; 0: the signers have none',
    }),
    keys: Type.Array(
      Type.Object({
        kid: Type.String(),
        thumbprint: Type.String({ description: 'RFC 7638, SHA-256, base64url' }),
      }),
    ),
    observed_at: Type.Integer({
      description: 'Unix seconds: when the witnesses last saw the key set; 0: never',
    }),
    stated_at: Type.Integer({ description: 'Unix seconds: when they last confirmed that; 0: never' }),
    witnesses: Type.Array(Type.String(), { description: 'names of the witnesses that count' }),
  },
  { title: 'IdentityProviderStatus' },
);

/**
 * `GET /v1/identity/provider/{id}/status`: what the signers trust of a provider. Registered is not trusted: witnesses
 * must have confirmed it and its keys.
 */
export function providerTrustRoutes({
  identity,
  wallet,
}: Pick<Services, 'identity' | 'wallet'>): readonly Route[] {
  return [
    route({
      authentication: 'secret-key',
      scope: 'read',
      rateClass: 'management',
      errors: 'problem',
      method: 'GET',
      path: '/v1/identity/provider/:id/status',
      status: 200,
      params: Type.Object({ id }),
      answer,
      documentation: {
        operationId: 'getProviderStatus',
        tag: 'Identity providers',
        summary: 'Get what the signers trust of a provider',
        description:
          'The answer is about the signer that is furthest behind, after all of them were offered what the ' +
          'witnesses state now.',
        refusals: ['provider.not-found'],
        answer: {
          id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
          trusted: true,
          root_version: 3,
          root_expires_at: 1_800_000_000,
          document_version: 5,
          keys: [{ kid: '2026-11', thumbprint: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs' }],
          observed_at: 1_790_000_000,
          stated_at: 1_790_000_030,
          witnesses: ['3b1f0c2d4e5a6978', '9c8b7a6f5e4d3c2b'],
        },
      },
      async handle({ caller: { applicationId }, params: { id: providerId }, context }) {
        const provider = await identity('GetProvider', { applicationId, providerId }, context);
        const { issuer, audience } = provider;
        const trust = await wallet('GetTrustStatus', { applicationId, issuer, audience }, context);
        const lacking = trust.trusted ? undefined : missing.find((known) => known === trust.missing);
        return {
          id: provider.id,
          trusted: trust.trusted,
          ...(lacking && { missing: lacking }),
          root_version: Number(trust.rootVersion),
          root_expires_at: Number(trust.rootExpiresAt),
          document_version: Number(trust.documentVersion),
          keys: trust.keys.map(({ kid, thumbprint }) => ({ kid, thumbprint })),
          observed_at: Number(trust.observedAt),
          stated_at: Number(trust.statedAt),
          witnesses: trust.witnesses,
        };
      },
    }),
  ];
}
