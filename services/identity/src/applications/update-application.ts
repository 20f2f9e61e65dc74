import { AppError, invalidField } from '@wallet-service/errors';
import { shownApplication } from './shown-application.js';
import { documentChanged } from '../events/trust-event.js';
import type { Tenancy } from '../tenancy-store.js';
import { changeDocument, type ChangeDocumentDeps } from '../trust/change-document.js';
import { withSettings } from '../trust/document-changes.js';
import type { Application } from '../directory/application.js';
import { changedApplication, type ApplicationChanges } from './application-changes.js';

export type UpdateApplicationDeps = ChangeDocumentDeps & {
  readonly tenancy: Pick<Tenancy, 'change'>;
};

/**
 * Changes only the given members. Only the operator may change name and features. Throws
 * `application.not-found`, `request.invalid`, `auth.grant-invalid`, and for the settings that signers trust
 * `provider.administrators-required` and `trust.witnesses-unavailable`.
 */
export function updateApplication(
  deps: UpdateApplicationDeps,
  applicationId: string,
  changes: ApplicationChanges,
  byOperator: boolean,
): Promise<Application> {
  if (!byOperator && (changes.name !== undefined || Object.keys(changes.features).length > 0))
    throw new AppError('auth.grant-invalid', 'only the operator may change name and features');
  return deps.tenancy.change(applicationId, async (tenant) => {
    const { application, providers, events } = tenant;
    const found = await application.find();
    if (!found) throw new AppError('application.not-found', 'there is no such application');
    const { expressJwtMaxLifetimeSeconds, emailProviderIds } = changes.settings;
    const own = await providers.list();
    if (emailProviderIds && !emailProviderIds.every((id) => own.some((provider) => provider.id === id)))
      throw invalidField('/settings/email_provider_ids', "must hold ids of the application's own providers");
    if (expressJwtMaxLifetimeSeconds !== undefined || emailProviderIds !== undefined) {
      const { document: inForce, changed: isNew } = await changeDocument(
        deps,
        tenant,
        applicationId,
        ({ document }) =>
          // Without providers there is nothing to trust yet. The first document has the settings of that time.
          document.version === 0 && document.providers.length === 0
            ? undefined
            : withSettings(document, { expressJwtMaxLifetimeSeconds, emailProviderIds }),
      );
      if (isNew) await events.append(documentChanged(deps, inForce, 'service'));
    }
    // The row may have followed a later document.
    const current = (await application.find()) ?? found;
    const changed = changedApplication(current, changes, Math.floor(deps.now() / 1000));
    await application.update(changed);
    await tenant.record('admin.application_updated', {
      before: shownApplication(current),
      after: shownApplication(changed),
    });
    return changed;
  });
}
