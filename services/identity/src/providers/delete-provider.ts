import { AppError } from '@wallet-service/errors';
import { isUuid } from '@wallet-service/values';
import { shownProvider } from './shown-provider.js';
import { providerChanged } from '../events/event.js';
import type { Tenancy } from '../tenancy-store.js';
import { changeDocument, type ChangeDocumentDeps } from '../trust/change-document.js';
import { withoutProvider } from '../trust/document-changes.js';

export type DeleteProviderDeps = ChangeDocumentDeps & {
  readonly tenancy: Pick<Tenancy, 'change'>;
};

/**
 * Removes a provider from the document that signers trust, and then with its key set from the rows. Once this is
 * answered, every replica refuses its users. Throws `provider.not-found`, `provider.administrators-required`,
 * `trust.witnesses-unavailable`.
 */
export async function deleteProvider(
  deps: DeleteProviderDeps,
  applicationId: string,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw notFound();
  await deps.tenancy.change(applicationId, async (tenant) => {
    const { providers, application, events, record } = tenant;
    const provider = await providers.find(id);
    if (!provider) throw notFound();
    const { document: inForce } = await changeDocument(deps, tenant, applicationId, ({ document }) =>
      document.providers.some((one) => one.id === id) ? withoutProvider(document, id) : undefined,
    );
    // A row that is not in the document may be gone by now, because the rows followed a later document.
    if (await providers.delete(id))
      await events.append(providerChanged(deps, 'deleted', provider, inForce.version));
    await record('admin.provider_deleted', { before: shownProvider(provider) });
    const found = await application.find();
    if (!found?.settings.emailProviderIds.includes(id)) return;
    const emailProviderIds = found.settings.emailProviderIds.filter((other) => other !== id);
    await application.update({
      ...found,
      settings: { ...found.settings, emailProviderIds },
      timeUpdated: Math.floor(deps.now() / 1000),
    });
  });
}

function notFound(): AppError {
  return new AppError('provider.not-found', 'the application has no such identity provider');
}
