import { AppError } from '@wallet-service/errors';
import { isUuid } from '@wallet-service/values';
import { providerChanged, type EventDeps } from '../events/event.js';
import type { Tenancy } from '../tenancy-store.js';

export type DeleteProviderDeps = EventDeps & {
  readonly tenancy: Pick<Tenancy, 'change'>;
};

/**
 * Removes a provider and its key set. Once this is answered, every replica refuses its users. Throws
 * `provider.not-found`.
 */
export async function deleteProvider(
  deps: DeleteProviderDeps,
  applicationId: string,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw notFound();
  await deps.tenancy.change(applicationId, async ({ providers, application, events }) => {
    const provider = await providers.find(id);
    if (!provider || !(await providers.delete(id))) throw notFound();
    await events.append(providerChanged(deps, 'deleted', provider));
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
