import type { RowMacs } from '../row-macs.js';
import type { Queryable } from '@wallet-service/postgres';

type EventRow = { event_id: string; type: string; ordering_key: string; payload: string };
type DeliveryRow = { delivery_id: string; endpoint_id: string; event_id: string; ordering_key: string };

const mostAtOnce = 1_000;

/**
 * One application's events and pending deliveries from before there were MACs. Inside a transaction of that
 * application.
 */
export function unprovenRows(
  rows: Queryable,
  applicationId: string,
  macs: Pick<RowMacs, 'event' | 'delivery'>,
) {
  return {
    /** Gives MACs to at most 1,000 of each. Only while such rows are accepted. */
    async adopt(): Promise<void> {
      const { rows: events } = await rows.query<EventRow>(
        'select event_id, type, ordering_key, payload from events where application_id = $1 and mac is null limit $2',
        [applicationId, mostAtOnce],
      );
      await rows.query(
        `update events e set mac = n.mac from unnest($2::text[], $3::bytea[]) as n (event_id, mac)
         where e.application_id = $1 and e.event_id = n.event_id`,
        [
          applicationId,
          events.map((event) => event.event_id),
          events.map((event) =>
            macs.event.of(applicationId, event.event_id, event.type, event.ordering_key, event.payload),
          ),
        ],
      );
      const { rows: deliveries } = await rows.query<DeliveryRow>(
        `select delivery_id, endpoint_id, event_id, ordering_key from deliveries
         where application_id = $1 and status = 'pending' and mac is null order by delivery_id limit $2 for update`,
        [applicationId, mostAtOnce],
      );
      await rows.query(
        `update deliveries d set mac = n.mac from unnest($2::uuid[], $3::bytea[]) as n (delivery_id, mac)
         where d.application_id = $1 and d.delivery_id = n.delivery_id`,
        [
          applicationId,
          deliveries.map((delivery) => delivery.delivery_id),
          deliveries.map((delivery) =>
            macs.delivery.of(
              applicationId,
              delivery.delivery_id,
              delivery.endpoint_id,
              delivery.event_id,
              delivery.ordering_key,
            ),
          ),
        ],
      );
    },
  };
}
