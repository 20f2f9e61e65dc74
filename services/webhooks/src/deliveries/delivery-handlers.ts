import { AppError, invalidField } from '@wallet-service/errors';
import type { Handlers, WebhooksDefinition } from '@wallet-service/grpc';
import { isUuid } from '@wallet-service/values';
import { applicationIdOf } from '../application-id.js';
import { enabledEndpoint, endpointIdOf, endpointNotFound } from '../endpoints/endpoint.js';
import type { Tenant } from '../tenancy-store.js';
import {
  deliveryIdOf,
  deliveryNotFound,
  deliveryStatuses,
  shownDelivery,
  type AttemptMade,
  type Delivery,
  type DeliveryStatus,
} from './delivery.js';
import { sendTestEvent, type SendTestEventDeps } from './send-test-event.js';

const usualLimit = 50;
const mostListed = 100;

export function deliveryHandlers(
  deps: SendTestEventDeps,
): Pick<Handlers<WebhooksDefinition>, 'ListDeliveries' | 'Redeliver' | 'SendTestEvent'> {
  const { tenancy } = deps;
  return {
    async ListDeliveries({ applicationId, endpointId, status, before, traceId, limit: asked }) {
      const limit = asked || usualLimit;
      if (limit > mostListed) throw invalidField('/limit', `must be at most ${mostListed}`);
      if (before !== '' && !isUuid(before)) throw invalidField('/before', 'must come from the previous page');
      if (traceId !== '' && !/^[0-9a-f]{32}$/.test(traceId))
        throw invalidField('/trace_id', 'must be 32 lower-case hex digits');
      const page = { status: statusOf(status), before: before || undefined, traceId, limit };
      const id = endpointIdOf(endpointId);
      const { found, made } = await tenancy.within(applicationIdOf(applicationId), async (tenant) => {
        if (!(await tenant.endpoints.find(id))) throw endpointNotFound();
        const found = await tenant.deliveries.list(id, page);
        return { found, made: await tenant.attempts.madeAt(found.map((delivery) => delivery.id)) };
      });
      const next = found.length === limit ? (found.at(-1)?.id ?? '') : '';
      return { deliveries: found.map((each) => deliveryToWire(each, made.get(each.id))), next };
    },
    async Redeliver({ applicationId, endpointId, deliveryId }) {
      const [endpoint, delivery] = [endpointIdOf(endpointId), deliveryIdOf(deliveryId)];
      return tenancy.within(applicationIdOf(applicationId), async (tenant) => {
        const restarted = await redeliver(tenant, endpoint, delivery);
        const made = await tenant.attempts.madeAt([delivery]);
        return deliveryToWire(restarted, made.get(delivery));
      });
    },
    SendTestEvent: async ({ applicationId, endpointId }, { traceId }) =>
      deliveryToWire(
        await sendTestEvent(deps, applicationIdOf(applicationId), endpointIdOf(endpointId), traceId),
      ),
  };
}

/** Throws `webhook.endpoint-not-found`, `webhook.delivery-not-found`, `webhook.endpoint-disabled`. */
async function redeliver(
  { endpoints, deliveries, jobs, record }: Tenant,
  endpointId: string,
  deliveryId: string,
): Promise<Delivery> {
  await enabledEndpoint(endpoints, endpointId);
  const delivery = await deliveries.find(endpointId, deliveryId, 'for update of d');
  if (!delivery) throw deliveryNotFound();
  // It is being sent at this moment. If its process is dead, it is sent again anyway.
  if (delivery.status === 'pending' && delivery.underWay) return delivery;
  if (delivery.refused === 'event') {
    throw new AppError('webhook.record-mismatch', 'the stored event is not what was recorded');
  }
  await deliveries.restart(delivery);
  await jobs.schedule(delivery, new Date(0));
  await record('admin.webhook_redelivered', { after: shownDelivery(delivery) });
  return (await deliveries.find(endpointId, deliveryId)) ?? delivery;
}

function statusOf(text: string): DeliveryStatus | undefined {
  if (text === '') return undefined;
  const status = deliveryStatuses.find((known) => known === text);
  if (!status) throw invalidField('/status', `must be one of ${deliveryStatuses.join(', ')}`);
  return status;
}

const seconds = (time: Date | undefined) => (time ? Math.floor(time.getTime() / 1000) : 0);

function deliveryToWire(delivery: Delivery, made: readonly AttemptMade[] = []) {
  return {
    id: delivery.id,
    endpointId: delivery.endpointId,
    eventId: delivery.eventId,
    eventType: delivery.eventType,
    status: delivery.status,
    attempts: delivery.attempts,
    timeCreated: seconds(delivery.timeCreated),
    timeNextAttempt: delivery.status === 'pending' ? seconds(delivery.timeDue) : 0,
    timeCompleted: seconds(delivery.timeCompleted),
    responseStatus: delivery.responseStatus ?? 0,
    problem: delivery.problem ?? '',
    payloadJson: delivery.payload,
    attemptsMade: made.map(({ timeBegun, durationMs, responseStatus, problem }) => ({
      time: seconds(timeBegun),
      durationMs,
      responseStatus: responseStatus ?? 0,
      problem: problem ?? '',
    })),
  };
}
