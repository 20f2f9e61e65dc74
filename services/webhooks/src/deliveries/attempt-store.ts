import type { Stream } from '../jobs/job-store.js';
import type { RowMacs } from '../row-macs.js';
import type { Queryable } from '@wallet-service/postgres';
import { selectDeliveries } from './delivery-store.js';
import type { Delivery, Outcome } from './delivery.js';

/** An attempt that has begun, or the time of the next one. */
export type FirstDelivery =
  | { readonly delivery: Delivery; readonly waitsUntil?: undefined }
  | { readonly delivery?: undefined; readonly waitsUntil: Date };

/** Identifies one attempt. A result that comes after the attempt counted as lost changes nothing. */
type AttemptId = Pick<Delivery, 'id' | 'attempts'>;

/**
 * The attempts at the deliveries of one application, inside a transaction of that application. All times are
 * the database's.
 */
export function attemptRows(rows: Queryable, applicationId: string, macs: RowMacs) {
  return {
    /**
     * Begins an attempt of the first pending delivery of a stream if it is due. The attempt counts as lost
     * after `attemptTimeoutMs`. Undefined if there is nothing to begin: no delivery is pending, or another
     * attempt is in progress.
     */
    async beginFirst(
      { endpointId, orderingKey }: Stream,
      attemptTimeoutMs: number,
    ): Promise<FirstDelivery | undefined> {
      // The row lock makes two attempts that begin at once wait for each other. The later one sees that it is not due.
      const [first] = await selectDeliveries(
        rows,
        applicationId,
        macs,
        `d.endpoint_id = $2 and d.ordering_key = $3 and d.status = 'pending'
         order by d.position limit 1 for update of d`,
        [endpointId, orderingKey],
      );
      if (!first) return undefined;
      const { rowCount } = await rows.query(
        `update deliveries set attempts = attempts + 1, under_way = true,
          time_due = now() + $3 * interval '1 millisecond'
         where application_id = $1 and delivery_id = $2 and time_due <= now()`,
        [applicationId, first.id, attemptTimeoutMs],
      );
      if (rowCount === 1) return { delivery: { ...first, attempts: first.attempts + 1, underWay: true } };
      return first.underWay ? undefined : { waitsUntil: first.timeDue };
    },

    /** Gives up an attempt without a result. It counts as not made. */
    async release({ id, attempts }: AttemptId): Promise<void> {
      await rows.query(
        `update deliveries set attempts = attempts - 1, under_way = false, time_due = now()
         where application_id = $1 and delivery_id = $2 and status = 'pending' and attempts = $3 and under_way`,
        [applicationId, id, attempts],
      );
    },

    /** Ends the delivery. False if its attempt counted as lost and another process has it by now. */
    async complete(
      { id, attempts }: AttemptId,
      status: 'delivered' | 'failed',
      { responseStatus, problem }: Omit<Outcome, 'result'>,
    ): Promise<boolean> {
      const { rowCount } = await rows.query(
        `update deliveries set status = $4, under_way = false, response_status = $5, problem = $6,
          time_completed = now(), mac = null
         where application_id = $1 and delivery_id = $2 and status = 'pending' and attempts = $3`,
        [applicationId, id, attempts, status, responseStatus ?? null, problem ?? null],
      );
      return rowCount === 1;
    },

    /**
     * Postpones the next attempt. Resolves to its time. Undefined if another process has the delivery by now.
     */
    async postpone(
      { id, attempts }: AttemptId,
      { responseStatus, problem }: Omit<Outcome, 'result'>,
      delayMs: number,
    ): Promise<Date | undefined> {
      const { rows: found } = await rows.query<{ time_due: Date }>(
        `update deliveries set under_way = false, response_status = $4, problem = $5,
          time_due = now() + $6 * interval '1 millisecond'
         where application_id = $1 and delivery_id = $2 and status = 'pending' and attempts = $3
         returning time_due`,
        [applicationId, id, attempts, responseStatus ?? null, problem ?? null, delayMs],
      );
      return found[0]?.time_due;
    },
  };
}
