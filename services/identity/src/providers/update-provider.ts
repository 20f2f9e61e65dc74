import { AppError } from '@wallet-service/errors';
import { isUuid } from '@wallet-service/values';
import { providerChanged, type EventDeps } from '../events/event.js';
import { bytesInBundle, demandRoom } from './key-set-room.js';
import type { Tenancy, Tenant } from '../tenancy-store.js';
import { checkIssuerAndAudience, type Provider } from './provider.js';
import { checkJwksUri, fetchProviderKeySet, type ProviderKeySetDeps } from './provider-key-set.js';

export type UpdateProviderDeps = ProviderKeySetDeps &
  EventDeps & {
    readonly tenancy: Pick<Tenancy, 'within' | 'change'>;
    /** When the key set is fetched next. */
    readonly nextFetchSeconds: () => number;
  };

/**
 * Replaces issuer, audience and address of a provider, and fetches its key set again. Wallets stay bound to
 * the (application, issuer, subject) they were created for, so another issuer opens none of them. Throws the
 * errors of `createProvider`, and `provider.not-found`.
 */
export async function updateProvider(deps: UpdateProviderDeps, provider: Provider): Promise<Provider> {
  const { applicationId, id } = provider;
  if (!isUuid(id)) throw notFound();
  checkIssuerAndAudience(provider.issuer, provider.audience);
  checkJwksUri(provider.jwksUri, deps.jwksUriRules);
  await deps.tenancy.within(applicationId, (tenant) => checkExists(tenant, id));
  const keySetJson = await fetchProviderKeySet(deps, provider);
  const ofAll = await deps.bytesOfAll();
  return deps.tenancy.change(applicationId, async (tenant) => {
    await checkExists(tenant, id);
    const ofApplication = await tenant.keySets.bytesWithout(id);
    demandRoom(bytesInBundle({ ...provider, keySetJson }), { ofApplication, ofAll });
    await tenant.providers.update(provider, Math.floor(deps.now() / 1000));
    await tenant.keySets.put(id, keySetJson, deps.nextFetchSeconds());
    await tenant.events.append(providerChanged(deps, 'updated', provider));
    return provider;
  });
}

async function checkExists({ providers }: Tenant, id: string): Promise<void> {
  if (!(await providers.find(id))) throw notFound();
}

function notFound(): AppError {
  return new AppError('provider.not-found', 'the application has no such identity provider');
}
