import { AppError, invalidField } from '@wallet-service/errors';
import type { Tenancy } from '../tenancy-store.js';
import type { Application } from './application.js';
import { changedApplication, type ApplicationChanges } from './application-changes.js';

export type UpdateApplicationDeps = {
  readonly tenancy: Pick<Tenancy, 'change'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/**
 * Changes only the given members. Only the operator may change name and features. Throws
 * `application.not-found`, `request.invalid`, `auth.grant-invalid`.
 */
export function updateApplication(
  deps: UpdateApplicationDeps,
  applicationId: string,
  changes: ApplicationChanges,
  byOperator: boolean,
): Promise<Application> {
  if (!byOperator && (changes.name !== undefined || Object.keys(changes.features).length > 0))
    throw new AppError('auth.grant-invalid', 'only the operator may change name and features');
  return deps.tenancy.change(applicationId, async ({ application, providers }) => {
    const found = await application.find();
    if (!found) throw new AppError('application.not-found', 'there is no such application');
    const changed = changedApplication(found, changes, Math.floor(deps.now() / 1000));
    if (changes.settings.emailProviderIds) {
      const own = new Set((await providers.list()).map(({ id }) => id));
      if (!changed.settings.emailProviderIds.every((id) => own.has(id))) {
        throw invalidField(
          '/settings/email_provider_ids',
          "must hold ids of the application's own providers",
        );
      }
    }
    await application.update(changed);
    return changed;
  });
}
