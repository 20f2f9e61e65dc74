import type { RowMacs } from '../row-macs.js';
import type { Queryable } from '@wallet-service/postgres';
import type { Delivery, DeliveryStatus } from './delivery.js';

type Row = {
  delivery_id: string;
  endpoint_id: string;
  event_id: string;
  type: string;
  ordering_key: string;
  status: DeliveryStatus;
  attempts: number;
  under_way: boolean;
  time_created: Date;
  time_due: Date;
  time_completed: Date | null;
  response_status: number | null;
  problem: string | null;
  payload: string;
  mac: Buffer | null;
  event_mac: Buffer | null;
  event_key: string;
};

const columns = `d.delivery_id, d.endpoint_id, d.event_id, e.type, d.ordering_key, d.status, d.attempts,
  d.under_way, d.time_created, d.time_due,
  d.time_completed, d.response_status, d.problem, e.payload, d.mac, e.mac as event_mac, e.ordering_key as event_key`;
const joined =
  'deliveries d join events e on e.application_id = d.application_id and e.event_id = d.event_id';

export type DeliveryPage = {
  readonly status: DeliveryStatus | undefined;
  /** The id of the last delivery of the previous page. */
  readonly before: string | undefined;
  /** Of the request that the events are about. Empty: all. */
  readonly traceId: string;
  readonly limit: number;
};

/** The deliveries of one application, inside a transaction of that application. All times are the database's. */
export function deliveryRows(rows: Queryable, applicationId: string, macs: RowMacs) {
  const select = (condition: string, values: unknown[]) =>
    selectDeliveries(rows, applicationId, macs, condition, values);
  const macOf = (delivery: DeliveryKey) => macs.delivery.of(...deliveryParts(applicationId, delivery));
  return {
    async insert(delivery: DeliveryKey): Promise<void> {
      await rows.query(
        `insert into deliveries (delivery_id, application_id, endpoint_id, event_id, ordering_key, status,
          attempts, under_way, time_due,
           time_created, mac)
         values ($1, $2, $3, $4, $5, 'pending', 0, false, now(), now(), $6)`,
        [
          delivery.id,
          applicationId,
          delivery.endpointId,
          delivery.eventId,
          delivery.orderingKey,
          macOf(delivery),
        ],
      );
    },

    /** Ends every pending delivery of an endpoint as failed. */
    async failAll(endpointId: string, problem: string): Promise<void> {
      await rows.query(
        `update deliveries set status = 'failed', under_way = false, problem = $3, time_completed = now(), mac = null
         where application_id = $1 and endpoint_id = $2 and status = 'pending'`,
        [applicationId, endpointId, problem],
      );
    },

    /** Makes a delivery pending and due again, with all its attempts. */
    async restart(delivery: DeliveryKey): Promise<void> {
      await rows.query(
        `update deliveries set status = 'pending', attempts = 0, under_way = false, time_due = now(),
          time_completed = null, mac = $3
         where application_id = $1 and delivery_id = $2`,
        [applicationId, delivery.id, macOf(delivery)],
      );
    },

    async find(
      endpointId: string,
      id: string,
      lock: 'for update of d' | '' = '',
    ): Promise<Delivery | undefined> {
      const found = await select(`d.endpoint_id = $2 and d.delivery_id = $3 ${lock}`, [endpointId, id]);
      return found[0];
    },

    /** Newest first. */
    list: (endpointId: string, { status, before, traceId, limit }: DeliveryPage): Promise<Delivery[]> =>
      select(
        `d.endpoint_id = $2 and ($3::text is null or d.status = $3) and ($4::uuid is null or d.delivery_id < $4)
           and ($6 = '' or e.trace_id = $6)
         order by d.delivery_id desc limit $5`,
        [endpointId, status ?? null, before ?? null, limit, traceId],
      ),
  };
}

/** The deliveries of one application that meet a condition, whose values begin at $2. */
export async function selectDeliveries(
  rows: Queryable,
  applicationId: string,
  macs: RowMacs,
  condition: string,
  values: unknown[],
): Promise<Delivery[]> {
  const { rows: found } = await rows.query<Row>(
    `select ${columns} from ${joined} where d.application_id = $1 and ${condition}`,
    [applicationId, ...values],
  );
  return found.map((row) => deliveryOfRow(row, refusalOf(row, applicationId, macs)));
}

type DeliveryKey = Pick<Delivery, 'id' | 'endpointId' | 'eventId' | 'orderingKey'>;

function deliveryParts(applicationId: string, { id, endpointId, eventId, orderingKey }: DeliveryKey) {
  return [applicationId, id, endpointId, eventId, orderingKey] as const;
}

/**
 * Which row behind a delivery this service did not write. For a completed delivery only the event is checked.
 */
function refusalOf(row: Row, applicationId: string, macs: RowMacs): Delivery['refused'] {
  const { event_id: eventId, ordering_key: orderingKey } = row;
  if (!macs.event.fits(row.event_mac, applicationId, eventId, row.type, row.event_key, row.payload))
    return 'event';
  if (row.status !== 'pending') return undefined;
  const key = { id: row.delivery_id, endpointId: row.endpoint_id, eventId, orderingKey };
  const fits =
    row.event_key === orderingKey && macs.delivery.fits(row.mac, ...deliveryParts(applicationId, key));
  return fits ? undefined : 'delivery';
}

function deliveryOfRow(row: Row, refused: Delivery['refused']): Delivery {
  return {
    id: row.delivery_id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    eventType: row.type,
    orderingKey: row.ordering_key,
    status: row.status,
    attempts: row.attempts,
    underWay: row.under_way,
    timeCreated: row.time_created,
    timeDue: row.time_due,
    timeCompleted: row.time_completed ?? undefined,
    responseStatus: row.response_status ?? undefined,
    problem: row.problem ?? undefined,
    payload: refused === 'event' ? '' : row.payload,
    refused,
  };
}
