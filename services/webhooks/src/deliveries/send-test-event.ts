import { AppError } from '@wallet-service/errors';
import { enabledEndpoint } from '../endpoints/endpoint.js';
import { bytesOfEvent } from '../events/event-room-store.js';
import { payloadOf } from '../events/feed-event.js';
import type { Tenancy } from '../tenancy-store.js';
import { shownDelivery, type Delivery } from './delivery.js';

export type SendTestEventDeps = {
  readonly tenancy: Pick<Tenancy, 'within'>;
  readonly newId: () => string;
  /** Unix milliseconds. */
  readonly now: () => number;
};

/**
 * Records an event of the type `webhook.test` with a delivery to one endpoint, whatever types it takes. It waits for no
 * other event, and none waits for it. Throws `webhook.endpoint-not-found`, `webhook.endpoint-disabled`, and
 * `service.overloaded` while too much of the application is pending.
 */
export function sendTestEvent(
  { tenancy, newId, now }: SendTestEventDeps,
  applicationId: string,
  endpointId: string,
  traceId: string,
): Promise<Delivery> {
  const id = `evt_${newId()}`;
  const event = { id, type: 'webhook.test', orderingKey: `test:${id}` };
  const dataJson = JSON.stringify({ endpoint_id: endpointId });
  const payload = payloadOf({ ...event, timeMs: now(), dataJson });
  const bytes = bytesOfEvent(payload, 1);
  return tenancy.within(applicationId, async (tenant) => {
    const { endpoints, events, eventRoom, deliveries, jobs } = tenant;
    await enabledEndpoint(endpoints, endpointId);
    if (!(await eventRoom.make(bytes)))
      throw new AppError('service.overloaded', 'too many webhooks of the application wait to be delivered', {
        retryAfterSeconds: 10,
      });
    await events.insert({ ...event, payload, traceId }, bytes);
    const delivery = { id: newId(), endpointId, eventId: id, orderingKey: event.orderingKey };
    await deliveries.insert(delivery);
    await jobs.wake([delivery]);
    await tenant.record('admin.webhook_test_sent', { after: shownDelivery(delivery) });
    const recorded = await deliveries.find(endpointId, delivery.id);
    if (!recorded) throw new Error('a delivery is gone in the transaction that recorded it');
    return recorded;
  });
}
