import { AppError } from '@wallet-service/errors';
import { isUuid } from '@wallet-service/values';
import { shownProvider } from './shown-provider.js';
import { providerChanged } from '../events/event.js';
import type { Tenant } from '../tenancy-store.js';
import { changeDocument } from '../trust/change-document.js';
import { demandNoAdministrators, withProvider } from '../trust/document-changes.js';
import type { CreateProviderDeps } from './create-provider.js';
import { bytesOfProvider, demandRoom } from './key-set-room.js';
import { checkIssuerAndAudience, checkKeySource, type Provider } from '../directory/provider.js';
import { changedTokenSettings } from './token-settings.js';
import { observeProviderKeySet, type GivenProvider } from './provider-key-set.js';

/**
 * Replaces issuer, audience and, for an issuer that the application never had, the address of a provider, and fetches
 * its key set again. Wallets stay bound to the (application, issuer, subject) they were created for, so another issuer
 * opens none of them. Throws the errors of `createProvider`, and `provider.not-found`.
 */
export async function updateProvider(
  deps: CreateProviderDeps,
  asked: GivenProvider & { readonly id: string },
): Promise<Provider> {
  const { tokenChanges, ...named } = asked;
  const { applicationId, id } = named;
  const given = { ...named, discovered: asked.jwksUri === '' };
  if (!isUuid(id)) throw notFound();
  checkIssuerAndAudience(given.issuer, given.audience);
  checkKeySource(given, deps.jwksUriRules);
  await deps.tenancy.within(applicationId, async (tenant) => {
    await find(tenant, id);
    const stored = await tenant.documents.find();
    if (!stored) return;
    demandNoAdministrators(stored.document);
    withProvider(stored.document, given);
  });
  const { keySetJson, jwksUri } = await observeProviderKeySet(deps, given);
  return deps.tenancy.change(applicationId, async (tenant) => {
    const known = await find(tenant, id);
    demandRoom(bytesOfProvider({ ...given, keySetJson }), await tenant.keySets.bytesWithout(id));
    let provider: Provider = { ...given, jwksUri };
    const { document: inForce } = await changeDocument(deps, tenant, applicationId, ({ document }) => {
      const trusted = document.providers.find((one) => one.id === id);
      if (document.version > 0 && !trusted) throw notFound();
      // Of the document, because the row may be behind it.
      const { tokenSettings } = trusted ?? known;
      provider = { ...given, jwksUri, ...changedTokenSettings(tokenSettings, tokenChanges) };
      return withProvider(document, provider);
    });
    await tenant.providers.update(provider, Math.floor(deps.now() / 1000));
    await tenant.keySets.put(id, keySetJson, deps.nextFetchSeconds());
    await tenant.events.append(providerChanged(deps, 'updated', provider, inForce.version));
    await tenant.record('admin.provider_updated', {
      before: shownProvider(known),
      after: shownProvider(provider),
    });
    return provider;
  });
}

async function find({ providers }: Tenant, id: string): Promise<Provider> {
  const found = await providers.find(id);
  if (!found) throw notFound();
  return found;
}

function notFound(): AppError {
  return new AppError('provider.not-found', 'the application has no such identity provider');
}
