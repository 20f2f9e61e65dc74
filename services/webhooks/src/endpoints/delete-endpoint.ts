import type { Tenancy } from '../tenancy-store.js';
import { endpointNotFound, type Endpoint } from './endpoint.js';
import { shownEndpoint } from './shown-endpoint.js';

/** Throws `webhook.endpoint-not-found`. */
export async function deleteEndpoint(
  { tenancy }: { readonly tenancy: Pick<Tenancy, 'within'> },
  { applicationId, id }: Pick<Endpoint, 'applicationId' | 'id'>,
): Promise<void> {
  await tenancy.within(applicationId, async ({ endpoints, record }) => {
    const found = await endpoints.find(id, 'for update');
    if (!found || !(await endpoints.delete(id))) throw endpointNotFound();
    await record('admin.webhook_deleted', { before: shownEndpoint(found) });
  });
}
