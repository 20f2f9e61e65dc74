import type { Rows } from '../rows.js';
import type { Stream } from '../jobs/job-store.js';
import type { Delivery, DeliveryStatus, Outcome } from './delivery.js';

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
};

const columns = `d.delivery_id, d.endpoint_id, d.event_id, e.type, d.ordering_key, d.status, d.attempts, d.under_way, d.time_created, d.time_due,
  d.time_completed, d.response_status, d.problem, e.payload`;
const joined =
  'deliveries d join events e on e.application_id = d.application_id and e.event_id = d.event_id';

/** An attempt that was begun, or when the next one is due. */
export type Claim =
  | { readonly delivery: Delivery; readonly waitsUntil?: undefined }
  | { readonly delivery?: undefined; readonly waitsUntil: Date };

export type DeliveryPage = {
  readonly status: DeliveryStatus | undefined;
  /** The id of the last delivery of the page before. */
  readonly before: string | undefined;
  readonly limit: number;
};

/** The deliveries of one application, inside a transaction of that application. All times are the database's. */
export function deliveryRows(rows: Rows, applicationId: string) {
  const select = async (condition: string, values: unknown[]): Promise<Delivery[]> => {
    const { rows: found } = await rows.query<Row>(
      `select ${columns} from ${joined} where d.application_id = $1 and ${condition}`,
      [applicationId, ...values],
    );
    return found.map(deliveryOfRow);
  };
  return {
    async insert(delivery: Pick<Delivery, 'id' | 'endpointId' | 'eventId' | 'orderingKey'>): Promise<void> {
      await rows.query(
        `insert into deliveries (delivery_id, application_id, endpoint_id, event_id, ordering_key, status, attempts, under_way, time_due,
           time_created)
         values ($1, $2, $3, $4, $5, 'pending', 0, false, now(), now())`,
        [delivery.id, applicationId, delivery.endpointId, delivery.eventId, delivery.orderingKey],
      );
    },

    /**
     * Begins an attempt of the first pending delivery of a stream, when it is due. The attempt counts as lost after `leaseMs`. Undefined when
     * there is nothing to begin: no delivery is pending, or somebody else's attempt is under way.
     */
    async claimFirst({ endpointId, orderingKey }: Stream, leaseMs: number): Promise<Claim | undefined> {
      // The locked row is looked at again after the wait for it, so that of two claims at once one comes to nothing.
      const [first] = await select(
        `d.endpoint_id = $2 and d.ordering_key = $3 and d.status = 'pending' order by d.position limit 1 for update of d`,
        [endpointId, orderingKey],
      );
      if (!first) return undefined;
      const { rowCount } = await rows.query(
        `update deliveries set attempts = attempts + 1, under_way = true, time_due = now() + $3 * interval '1 millisecond'
         where application_id = $1 and delivery_id = $2 and time_due <= now()`,
        [applicationId, first.id, leaseMs],
      );
      if (rowCount === 1) return { delivery: { ...first, attempts: first.attempts + 1, underWay: true } };
      return first.underWay ? undefined : { waitsUntil: first.timeDue };
    },

    /** Gives up an attempt that did not come to an end: it counts as not made. */
    async release({ id, attempts }: Pick<Delivery, 'id' | 'attempts'>): Promise<void> {
      await rows.query(
        `update deliveries set attempts = attempts - 1, under_way = false, time_due = now()
         where application_id = $1 and delivery_id = $2 and status = 'pending' and attempts = $3 and under_way`,
        [applicationId, id, attempts],
      );
    },

    /** Ends the delivery; false when its attempt counted as lost and it belongs to somebody else by now. */
    async complete(
      { id, attempts }: Pick<Delivery, 'id' | 'attempts'>,
      status: 'delivered' | 'failed',
      { responseStatus, problem }: Omit<Outcome, 'result'>,
    ): Promise<boolean> {
      const { rowCount } = await rows.query(
        `update deliveries set status = $4, under_way = false, response_status = $5, problem = $6, time_completed = now()
         where application_id = $1 and delivery_id = $2 and status = 'pending' and attempts = $3`,
        [applicationId, id, attempts, status, responseStatus ?? null, problem ?? null],
      );
      return rowCount === 1;
    },

    /** Puts off the next attempt. Resolves to its time; undefined when the delivery belongs to somebody else by now. */
    async postpone(
      { id, attempts }: Pick<Delivery, 'id' | 'attempts'>,
      { responseStatus, problem }: Omit<Outcome, 'result'>,
      delayMs: number,
    ): Promise<Date | undefined> {
      const { rows: found } = await rows.query<{ time_due: Date }>(
        `update deliveries set under_way = false, response_status = $4, problem = $5, time_due = now() + $6 * interval '1 millisecond'
         where application_id = $1 and delivery_id = $2 and status = 'pending' and attempts = $3
         returning time_due`,
        [applicationId, id, attempts, responseStatus ?? null, problem ?? null, delayMs],
      );
      return found[0]?.time_due;
    },

    /** Ends every pending delivery of an endpoint as failed. */
    async failAll(endpointId: string, problem: string): Promise<void> {
      await rows.query(
        `update deliveries set status = 'failed', under_way = false, problem = $3, time_completed = now()
         where application_id = $1 and endpoint_id = $2 and status = 'pending'`,
        [applicationId, endpointId, problem],
      );
    },

    /** Makes a delivery pending and due, with all attempts anew. */
    async restart(id: string): Promise<void> {
      await rows.query(
        `update deliveries set status = 'pending', attempts = 0, under_way = false, time_due = now(), time_completed = null
         where application_id = $1 and delivery_id = $2`,
        [applicationId, id],
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
    list: (endpointId: string, { status, before, limit }: DeliveryPage): Promise<Delivery[]> =>
      select(
        `d.endpoint_id = $2 and ($3::text is null or d.status = $3) and ($4::uuid is null or d.delivery_id < $4)
         order by d.delivery_id desc limit $5`,
        [endpointId, status ?? null, before ?? null, limit],
      ),
  };
}

function deliveryOfRow(row: Row): Delivery {
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
    payload: row.payload,
  };
}
