import { isSameSource, isSameTokenSettings, type ApplicationDocument } from '@wallet-service/signer-protocol';
import { providerChanged, type EventDeps } from '../events/event.js';
import { longestTokenSeconds } from '../directory/application.js';
import { keySourceOf, type Provider } from '../directory/provider.js';
import type { Tenant } from '../tenancy-store.js';

export type FollowDocumentDeps = EventDeps & {
  /** When the key set of a provider that was just stored is fetched next. */
  readonly nextFetchSeconds: () => number;
};

/**
 * Makes the rows of providers and settings what the document says. Rows that it does not name go, also those that
 * somebody else put back. Key sets stay where issuer and source stay, and the others are fetched in the background.
 */
export async function followDocument(
  deps: FollowDocumentDeps,
  tenant: Tenant,
  document: ApplicationDocument,
): Promise<void> {
  const before = new Map((await tenant.providers.list()).map((provider) => [provider.id, provider]));
  const sets = new Map((await tenant.keySets.list()).map((set) => [set.providerId, set.keySetJson]));
  const after = providersOf(document, before);
  const ids = new Set(after.map(({ id }) => id));
  const nowSeconds = Math.floor(deps.now() / 1000);
  await tenant.providers.deleteAllBut([...ids]);
  for (const provider of before.values())
    if (!ids.has(provider.id))
      await tenant.events.append(providerChanged(deps, 'deleted', provider, document.version));
  const changed = after.filter((provider) => !isSame(before.get(provider.id), provider));
  // All of them first, because two of them may have exchanged their names.
  for (const { id } of changed) await tenant.providers.delete(id);
  for (const provider of changed) {
    const old = before.get(provider.id);
    await tenant.providers.insert(provider, nowSeconds);
    const keySetJson = old && hasSameKeys(old, provider) ? sets.get(provider.id) : undefined;
    if (keySetJson === undefined) await tenant.keySets.expect(provider.id);
    else await tenant.keySets.put(provider.id, keySetJson, deps.nextFetchSeconds());
    await tenant.events.append(
      providerChanged(deps, old ? 'updated' : 'created', provider, document.version),
    );
  }
  await followSettings(tenant, document, nowSeconds);
}

async function followSettings(
  { application }: Tenant,
  document: ApplicationDocument,
  timeUpdated: number,
): Promise<void> {
  const found = await application.find();
  if (!found) return;
  const emailProviderIds = document.providers.filter(({ assertsEmail }) => assertsEmail).map(({ id }) => id);
  const expressJwtMaxLifetimeSeconds = Math.min(document.expressJwtMaxLifetimeSeconds, longestTokenSeconds);
  const settings = { ...found.settings, emailProviderIds, expressJwtMaxLifetimeSeconds };
  if (JSON.stringify(settings) === JSON.stringify(found.settings)) return;
  await application.update({ ...found, settings, timeUpdated });
}

/** The providers as rows. Where keys were discovered is kept, because the document does not say it. */
export function providersOf(
  { applicationId, providers, issuers }: ApplicationDocument,
  before: ReadonlyMap<string, Provider>,
): readonly Provider[] {
  const sources = new Map(issuers.map(({ issuer, keySource }) => [issuer, keySource]));
  return providers.map(({ id, issuer, audience, tokenSettings }) => {
    const named = { id, applicationId, issuer, audience, ...(tokenSettings && { tokenSettings }) };
    const source = sources.get(issuer) ?? 'discovery';
    if (source !== 'discovery') return { ...named, jwksUri: source.jwksUri, discovered: false };
    const old = before.get(id);
    const jwksUri = old?.discovered && old.issuer === issuer ? old.jwksUri : '';
    return { ...named, jwksUri, discovered: true };
  });
}

function isSame(before: Provider | undefined, { issuer, audience, tokenSettings, ...at }: Provider): boolean {
  if (before?.issuer !== issuer || before.audience !== audience) return false;
  if (!isSameTokenSettings(before.tokenSettings, tokenSettings)) return false;
  return isSameSource(keySourceOf(before), keySourceOf(at));
}

function hasSameKeys(before: Provider, after: Provider): boolean {
  return before.issuer === after.issuer && isSameSource(keySourceOf(before), keySourceOf(after));
}
