import Type from 'typebox';
import type { Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { id, unixTime } from './field.js';

const documentation: Documentation = {
  operationId: 'refreshProvider',
  tag: 'Identity providers',
  summary: 'Fetch the key set of an identity provider now',
  description:
    'For a key that was withdrawn in a hurry. The service fetches key sets by itself within 60 seconds (a ' +
    'setting of the installation). This fetches one now, at most once in 5 seconds per provider. Once you ' +
    'have the answer, every replica refuses tokens of the keys in `keys_removed`. Connected signers do too, unless ' +
    'witnesses went away in between. A key whose material changed under its old `kid` is in both lists. If the ' +
    'key set cannot be fetched or used, the error says which keys stay in use and for how long. Deleting the ' +
    'provider refuses its users at once.',
  refusals: ['provider.not-found', 'provider.key-set-unreachable'],
  answer: {
    id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
    time_fetched: 1_790_000_000,
    keys_added: ['2026-11'],
    keys_removed: ['2026-10'],
  },
};

/** `POST /v1/identity/provider/{id}/refresh`: after the answer, a key that left the provider's key set is refused. */
export function providerRefreshRoutes({
  identity,
  wallet,
}: Pick<Services, 'identity' | 'wallet'>): readonly Route[] {
  return [
    route({
      authentication: 'secret-key',
      scope: 'providers',
      rateClass: 'management',
      errors: 'problem',
      method: 'POST',
      path: '/v1/identity/provider/:id/refresh',
      status: 200,
      params: Type.Object({ id }),
      answer: Type.Object(
        {
          id: Type.String(),
          time_fetched: unixTime,
          keys_added: Type.Array(Type.String()),
          keys_removed: Type.Array(Type.String()),
        },
        { title: 'RefreshedIdentityProvider' },
      ),
      documentation,
      async handle({ caller: { applicationId }, params: { id: providerId }, context }) {
        const refreshed = await identity('RefreshProvider', { applicationId, providerId }, context);
        if (refreshed.keysRemoved.length > 0) {
          const { issuer, audience } = await identity('GetProvider', { applicationId, providerId }, context);
          // Whoever asks brings it to the signers.
          await wallet('GetTrustStatus', { applicationId, issuer, audience }, context);
        }
        return {
          id: refreshed.providerId,
          time_fetched: Number(refreshed.timeFetched),
          keys_added: refreshed.keysAdded,
          keys_removed: refreshed.keysRemoved,
        };
      },
    }),
  ];
}
