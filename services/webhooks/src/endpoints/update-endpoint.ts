import type { FeedPositions } from '../events/source.js';
import type { Tenant } from '../tenancy-store.js';
import { checkUrl, type CreateEndpointDeps } from './create-endpoint.js';
import { descriptionOf, endpointNotFound, eventTypesOf, type Endpoint } from './endpoint.js';
import { shownEndpoint } from './shown-endpoint.js';

export type UpdateEndpointDeps = Pick<CreateEndpointDeps, 'tenancy' | 'urlRules' | 'feedEnds' | 'now'>;

export type EndpointChanges = {
  readonly url?: string;
  readonly description?: string;
  readonly eventTypes?: readonly string[];
  readonly enabled?: boolean;
};

/**
 * Changes the given members. Disabling ends pending deliveries as failed. An enabled endpoint gets the events
 * after the answer. Throws `request.invalid`, `webhook.endpoint-not-found`, `service.unavailable`.
 */
export async function updateEndpoint(
  deps: UpdateEndpointDeps,
  { applicationId, id }: Pick<Endpoint, 'applicationId' | 'id'>,
  changes: EndpointChanges,
): Promise<Endpoint> {
  // Read only if it may be needed, and outside the transaction, because it calls other services.
  const ends = changes.enabled === true ? await deps.feedEnds(applicationId) : undefined;
  return deps.tenancy.within(applicationId, async (tenant) => {
    if (ends) await tenant.events.lockCursors(ends);
    const found = await tenant.endpoints.find(id, 'for update');
    if (!found) throw endpointNotFound();
    const changed: Endpoint = {
      ...found,
      ...(changes.url !== undefined && { url: checkUrl(changes.url, deps.urlRules) }),
      ...(changes.description !== undefined && { description: descriptionOf(changes.description) }),
      ...(changes.eventTypes !== undefined && { eventTypes: eventTypesOf(changes.eventTypes) }),
      timeUpdated: Math.floor(deps.now() / 1000),
    };
    const switched = await switchEndpoint(tenant, changed, changes.enabled, ends);
    await tenant.endpoints.update(switched);
    await tenant.record('admin.webhook_updated', {
      before: shownEndpoint(found),
      after: shownEndpoint(switched),
    });
    return switched;
  });
}

async function switchEndpoint(
  { endpoints, events, deliveries }: Tenant,
  endpoint: Endpoint,
  enabled: boolean | undefined,
  ends: FeedPositions | undefined,
): Promise<Endpoint> {
  if (enabled === false && endpoint.disabledReason === undefined) {
    await deliveries.failAll(endpoint.id, endpointDisabled);
    return { ...endpoint, disabledReason: 'requested' };
  }
  if (!ends || endpoint.disabledReason === undefined) return endpoint;
  const existing = await endpoints.list();
  if (existing.every(({ disabledReason }) => disabledReason !== undefined)) await events.moveCursors(ends);
  return { ...endpoint, disabledReason: undefined, start: ends };
}

/** The problem of a delivery that is no longer attempted. */
export const endpointDisabled = 'the endpoint is disabled';
