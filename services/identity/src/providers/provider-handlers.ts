import { AppError } from '@wallet-service/errors';
import type { Handlers, IdentityDefinition, ResponseOf } from '@wallet-service/grpc';
import { isUuid } from '@wallet-service/values';
import type { Provider } from '../directory/provider.js';
import { readTokenSettingsChanges } from './token-settings.js';
import { createProvider, type CreateProviderDeps } from './create-provider.js';
import { deleteProvider, type DeleteProviderDeps } from './delete-provider.js';
import { lookAtIssuer } from './look-at-issuer.js';
import { updateProvider } from './update-provider.js';

type Methods =
  | 'LookAtIssuer'
  | 'CreateProvider'
  | 'ListProviders'
  | 'GetProvider'
  | 'UpdateProvider'
  | 'DeleteProvider';

export type ProviderHandlersDeps = CreateProviderDeps & DeleteProviderDeps;

export function providerHandlers(deps: ProviderHandlersDeps): Pick<Handlers<IdentityDefinition>, Methods> {
  return {
    async CreateProvider({ tokenSettings, ...given }) {
      const tokenChanges = readTokenSettingsChanges(tokenSettings);
      return providerToWire(await createProvider(deps, { ...given, tokenChanges }));
    },

    async LookAtIssuer(asked) {
      const { jwksUri, keys } = await lookAtIssuer(deps, asked);
      return { jwksUri, keys: [...keys] };
    },

    async ListProviders({ applicationId }) {
      const list = await deps.tenancy.within(applicationId, ({ providers }) => providers.list());
      return { providers: list.map(providerToWire) };
    },

    async GetProvider({ applicationId, providerId }) {
      const found = isUuid(providerId)
        ? await deps.tenancy.within(applicationId, ({ providers }) => providers.find(providerId))
        : undefined;
      if (!found) throw new AppError('provider.not-found', 'the application has no such identity provider');
      return providerToWire(found);
    },

    async UpdateProvider({ providerId, tokenSettings, ...given }) {
      const tokenChanges = readTokenSettingsChanges(tokenSettings);
      return providerToWire(await updateProvider(deps, { id: providerId, ...given, tokenChanges }));
    },

    async DeleteProvider({ applicationId, providerId }) {
      await deleteProvider(deps, applicationId, providerId);
      return {};
    },
  };
}

/** Without its keys. */
export function providerToWire({
  id,
  applicationId,
  issuer,
  audience,
  jwksUri,
  discovered,
  tokenSettings,
}: Provider): ResponseOf<IdentityDefinition['GetProvider']> {
  return {
    id,
    applicationId,
    issuer,
    audience,
    jwksUri,
    discovered,
    ...(tokenSettings && { tokenSettings: { ...tokenSettings, tokenTypes: [...tokenSettings.tokenTypes] } }),
  };
}
