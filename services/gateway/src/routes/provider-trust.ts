import Type from 'typebox';
import type { Services } from '../clients/services.js';
import { route, type Route } from '../route.js';
import { id, unixTime } from './field.js';

/**
 * `GET /v1/identity/provider/{id}/status`: whether the signers trust a provider already. Registered is not
 * trusted: a signed bundle must name it.
 */
export function providerTrustRoutes({
  identity,
  wallet,
}: Pick<Services, 'identity' | 'wallet'>): readonly Route[] {
  return [
    route({
      authentication: 'secret-key',
      rateClass: 'management',
      errors: 'problem',
      method: 'GET',
      path: '/v1/identity/provider/:id/status',
      status: 200,
      params: Type.Object({ id }),
      answer: Type.Object({
        id: Type.String(),
        trusted: Type.Boolean(),
        trust_bundle_version: Type.Integer(),
        trust_bundle_expires_at: unixTime,
      }),
      documentation: {
        operationId: 'getProviderStatus',
        tag: 'Identity providers',
        summary: 'Get whether the signers trust a provider yet',
        refusals: ['provider.not-found'],
        answer: {
          id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
          trusted: true,
          trust_bundle_version: 5,
          trust_bundle_expires_at: 1_800_000_000,
        },
      },
      async handle({ caller: { applicationId }, params: { id: providerId }, context }) {
        const provider = await identity('GetProvider', { applicationId, providerId }, context);
        const { issuer, audience } = provider;
        const trust = await wallet('GetTrustStatus', { applicationId, issuer, audience }, context);
        return {
          id: provider.id,
          trusted: trust.trusted,
          trust_bundle_version: Number(trust.version),
          trust_bundle_expires_at: Number(trust.expiresAt),
        };
      },
    }),
  ];
}
