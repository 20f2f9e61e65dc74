import { AppError } from '@wallet-service/errors';
import { uuidV7 } from '@wallet-service/values';
import { providerChanged } from '../events/event.js';
import { bytesInBundle, demandRoom } from './key-set-room.js';
import type { Tenancy } from '../tenancy-store.js';
import { checkIssuerAndAudience, maxProvidersPerApplication, type Provider } from './provider.js';
import { checkJwksUri, fetchProviderKeySet, type ProviderKeySetDeps } from './provider-key-set.js';

export type CreateProviderDeps = ProviderKeySetDeps & {
  readonly tenancy: Pick<Tenancy, 'within' | 'change'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly randomBytes: (length: number) => Buffer;
  /** When the key set is fetched next. */
  readonly nextFetchSeconds: () => number;
};

/**
 * Registers an identity provider, with its key set fetched and checked. Throws `request.invalid`,
 * `application.not-found`, `provider.exists`, `provider.limit-reached`, `provider.key-set-unreachable`,
 * `service.overloaded`.
 */
export async function createProvider(
  deps: CreateProviderDeps,
  given: Omit<Provider, 'id'>,
): Promise<Provider> {
  const { applicationId } = given;
  checkIssuerAndAudience(given.issuer, given.audience);
  checkJwksUri(given.jwksUri, deps.jwksUriRules);
  // Also checked before the fetch, so that a request that can't succeed causes no traffic.
  await deps.tenancy.within(applicationId, async ({ application, providers }) => {
    if (!(await application.find())) {
      throw new AppError('application.not-found', 'there is no such application');
    }
    checkRoom(await providers.list(), given);
  });
  const keySetJson = await fetchProviderKeySet(deps, given);
  const ofAll = await deps.bytesOfAll();
  const nowMs = deps.now();
  const provider = { id: uuidV7(nowMs, deps.randomBytes(10)), ...given };
  return deps.tenancy.change(applicationId, async ({ providers, keySets, events }) => {
    checkRoom(await providers.list(), given);
    const ofApplication = await keySets.bytesWithout(provider.id);
    demandRoom(bytesInBundle({ ...given, keySetJson }), { ofApplication, ofAll });
    await providers.insert(provider, Math.floor(nowMs / 1000));
    await keySets.put(provider.id, keySetJson, deps.nextFetchSeconds());
    await events.append(providerChanged(deps, 'created', provider));
    return provider;
  });
}

function checkRoom(existing: readonly Provider[], given: Omit<Provider, 'id'>): void {
  if (existing.some(({ issuer, audience }) => issuer === given.issuer && audience === given.audience)) {
    throw new AppError('provider.exists', 'the application has a provider with this issuer and audience');
  }
  if (existing.length >= maxProvidersPerApplication) {
    throw new AppError(
      'provider.limit-reached',
      `an application has at most ${maxProvidersPerApplication} identity providers`,
    );
  }
}
