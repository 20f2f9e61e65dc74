import { AppError } from '@wallet-service/errors';
import type { ProviderInDocument } from '@wallet-service/signer-protocol';
import { uuidV7 } from '@wallet-service/values';
import { shownProvider } from './shown-provider.js';
import { providerChanged, type EventDeps } from '../events/event.js';
import type { Tenancy, Tenant } from '../tenancy-store.js';
import { changeDocument, type ChangeDocumentDeps } from '../trust/change-document.js';
import { demandNoAdministrators, withProvider } from '../trust/document-changes.js';
import { bytesOfProvider, demandRoom } from './key-set-room.js';
import {
  checkKeySource,
  checkIssuerAndAudience,
  maxProvidersPerApplication,
  type Provider,
} from '../directory/provider.js';
import { changedTokenSettings } from './token-settings.js';
import { observeProviderKeySet, type GivenProvider, type ProviderKeySetDeps } from './provider-key-set.js';

export type CreateProviderDeps = ProviderKeySetDeps &
  EventDeps &
  ChangeDocumentDeps & {
    readonly tenancy: Pick<Tenancy, 'within' | 'change'>;
    /** When the key set is fetched next. */
    readonly nextFetchSeconds: () => number;
  };

/**
 * Registers an identity provider, with its key set checked and in the document that signers trust. Throws
 * `request.invalid`, `application.not-found`, `provider.exists`, `provider.limit-reached`,
 * `provider.key-set-unreachable`, `provider.key-source-fixed`, `provider.administrators-required`,
 * `trust.witnesses-unavailable`, `service.overloaded`.
 */
export async function createProvider(deps: CreateProviderDeps, asked: GivenProvider): Promise<Provider> {
  const { applicationId } = asked;
  const { tokenChanges, ...named } = asked;
  const given = {
    ...named,
    discovered: asked.jwksUri === '',
    ...changedTokenSettings(undefined, tokenChanges),
  };
  checkIssuerAndAudience(given.issuer, given.audience);
  checkKeySource(given, deps.jwksUriRules);
  const nowMs = deps.now();
  const id = uuidV7(nowMs, deps.randomBytes(10));
  // Also checked before the fetch, so that a request that can't succeed causes no traffic.
  await deps.tenancy.within(applicationId, async ({ application, providers, documents }) => {
    if (!(await application.find()))
      throw new AppError('application.not-found', 'there is no such application');
    checkRoom(await providers.list(), given);
    const stored = await documents.find();
    if (!stored) return;
    demandNoAdministrators(stored.document);
    withProvider(stored.document, { id, ...given });
  });
  const { keySetJson, jwksUri } = await observeProviderKeySet(deps, given);
  const provider = { id, ...given, jwksUri };
  return deps.tenancy.change(applicationId, async (tenant) => {
    // Everything that can be refused comes before the witnesses, who can't take anything back.
    checkRoom(await tenant.providers.list(), given);
    const ofOthers = await tenant.keySets.bytesWithout(provider.id);
    demandRoom(bytesOfProvider({ ...given, keySetJson }), ofOthers);
    let healed: ProviderInDocument | undefined;
    const { document: inForce } = await changeDocument(
      deps,
      tenant,
      applicationId,
      ({ document, adopted }) => {
        // An earlier try of the same request ended between the witnesses and the commit.
        healed = adopted ? sameOf(document.providers, given) : undefined;
        return healed === undefined ? withProvider(document, provider) : undefined;
      },
    );
    if (healed !== undefined) {
      const { id: healedId, tokenSettings } = healed;
      const known = { ...named, id: healedId, jwksUri, discovered: given.discovered };
      return keepKeySet(deps, tenant, { ...known, ...(tokenSettings && { tokenSettings }) }, keySetJson);
    }
    await tenant.providers.insert(provider, Math.floor(nowMs / 1000));
    await tenant.keySets.put(provider.id, keySetJson, deps.nextFetchSeconds());
    await tenant.events.append(providerChanged(deps, 'created', provider, inForce.version));
    await tenant.record('admin.provider_created', { after: shownProvider(provider) });
    return provider;
  });
}

type Named = Pick<Provider, 'issuer' | 'audience'>;

function sameOf<Known extends Named>(providers: readonly Known[], given: Named): Known | undefined {
  return providers.find(({ issuer, audience }) => issuer === given.issuer && audience === given.audience);
}

/** The row is there already, because it followed the document. */
async function keepKeySet(
  deps: CreateProviderDeps,
  tenant: Tenant,
  provider: Provider,
  keySetJson: string,
): Promise<Provider> {
  await tenant.providers.update(provider, Math.floor(deps.now() / 1000));
  await tenant.keySets.put(provider.id, keySetJson, deps.nextFetchSeconds());
  await tenant.record('admin.provider_created', { after: shownProvider(provider) });
  return provider;
}

function checkRoom(existing: readonly Provider[], given: Named): void {
  if (sameOf(existing, given)) {
    throw new AppError('provider.exists', 'the application has a provider with this issuer and audience');
  }
  if (existing.length >= maxProvidersPerApplication) {
    throw new AppError(
      'provider.limit-reached',
      `an application has at most ${maxProvidersPerApplication} identity providers`,
    );
  }
}
