import { AppError } from '@wallet-service/errors';
import { listApplicationsWithEndpoints } from './endpoints/endpoint-store.js';
import { sources } from './events/source.js';
import type { RowMacs } from './row-macs.js';
import type { Tenancy } from './tenancy-store.js';

export type InspectRowsDeps = {
  readonly tenancy: Tenancy;
  readonly macs: RowMacs;
};

/**
 * Checks the endpoints and cursors of every application. So a forged or removed row is reported even while
 * there is nothing to send, and this process knows every application's endpoints before an older state of
 * them can be put back. While older rows are accepted, it gives them MACs. One application's rows do not keep
 * others from being checked.
 */
export async function inspectRows(deps: InspectRowsDeps): Promise<void> {
  for (const applicationId of await deps.tenancy.acrossApplications(listApplicationsWithEndpoints)) {
    try {
      await inspect(deps, applicationId);
    } catch (error) {
      // It was reported where it was noticed.
      if (!(error instanceof AppError && error.code === 'webhook.record-mismatch')) throw error;
    }
  }
}

async function inspect({ tenancy, macs }: InspectRowsDeps, applicationId: string): Promise<void> {
  await tenancy.within(applicationId, async ({ endpoints, cursors, unproven }) => {
    await endpoints.adopt();
    const found = await cursors.list();
    for (const { source, position, mac } of found)
      if (!macs.cursor.fits(mac, applicationId, source, position))
        macs.onRefused('cursor', { applicationId, source });
    if (found.length < sources.length && (await endpoints.list()).length > 0)
      macs.onRefused('cursor', { applicationId, problem: 'missing' });
    if (!macs.cursor.adopting()) return;
    await cursors.adopt(found);
    await unproven.adopt();
  });
}
