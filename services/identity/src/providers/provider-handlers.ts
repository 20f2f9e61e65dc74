import { AppError } from '@wallet-service/errors';
import type { Handlers, IdentityDefinition } from '@wallet-service/grpc';
import { isUuid } from '@wallet-service/values';
import { createProvider, type CreateProviderDeps } from './create-provider.js';
import { deleteProvider, type DeleteProviderDeps } from './delete-provider.js';
import { updateProvider } from './update-provider.js';

type Methods = 'CreateProvider' | 'ListProviders' | 'GetProvider' | 'UpdateProvider' | 'DeleteProvider';

export type ProviderHandlersDeps = CreateProviderDeps & DeleteProviderDeps;

export function providerHandlers(deps: ProviderHandlersDeps): Pick<Handlers<IdentityDefinition>, Methods> {
  return {
    CreateProvider: ({ applicationId, issuer, audience, jwksUri }) =>
      createProvider(deps, { applicationId, issuer, audience, jwksUri }),

    async ListProviders({ applicationId }) {
      const list = await deps.tenancy.within(applicationId, ({ providers }) => providers.list());
      return { providers: list };
    },

    async GetProvider({ applicationId, providerId }) {
      const found = isUuid(providerId)
        ? await deps.tenancy.within(applicationId, ({ providers }) => providers.find(providerId))
        : undefined;
      if (!found) throw new AppError('provider.not-found', 'the application has no such identity provider');
      return found;
    },

    UpdateProvider: ({ applicationId, providerId, issuer, audience, jwksUri }) =>
      updateProvider(deps, { id: providerId, applicationId, issuer, audience, jwksUri }),

    async DeleteProvider({ applicationId, providerId }) {
      await deleteProvider(deps, applicationId, providerId);
      return {};
    },
  };
}
