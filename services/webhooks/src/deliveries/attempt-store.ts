import type { Stream } from '../jobs/job-store.js';
import type { RowMacs } from '../row-macs.js';
import type { Queryable } from '@wallet-service/postgres';
import { selectDeliveries } from './delivery-store.js';
import type { AttemptMade, Delivery } from './delivery.js';

/** An attempt that has begun, or the time of the next one. */
export type FirstDelivery =
  | { readonly delivery: Delivery; readonly waitsUntil?: undefined }
  | { readonly delivery?: undefined; readonly waitsUntil: Date };

/** Identifies one attempt. A result that comes after the attempt counted as lost changes nothing. */
type AttemptId = Pick<Delivery, 'id' | 'attempts'>;
type Made = Omit<AttemptMade, 'timeBegun'>;
type Row = {
  delivery_id: string;
  time_begun: Date;
  duration_ms: number;
  response_status: number | null;
  problem: string | null;
};

/** How many attempts are kept of a delivery: two series as by default. */
export const mostAttemptsKept = 20;

/**
 * Follows `written`, the update of the delivery, in the same statement. Keeps the attempt, and removes the oldest ones
 * beyond the bound. Nothing is written if the attempt counted as lost. $4 to $6: the result.
 */
const keepAttempt = `removed as (
    delete from delivery_attempts a using written w
    where a.application_id = $1 and a.delivery_id = w.delivery_id and a.number <= (
      select number from delivery_attempts where application_id = $1 and delivery_id = w.delivery_id
      order by number desc limit 1 offset ${mostAttemptsKept - 1})
  ), kept as (
    insert into delivery_attempts (application_id, delivery_id, time_begun, duration_ms, response_status, problem)
    select $1, delivery_id, now() - $6::integer * interval '1 millisecond', $6, $4, $5 from written
    returning 1
  )
  select time_due from written`;

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
      { responseStatus, problem, durationMs }: Made,
    ): Promise<boolean> {
      const { rowCount } = await rows.query(
        `with written as (
           update deliveries set status = $7, under_way = false, response_status = $4, problem = $5,
             time_completed = now(), mac = null
           where application_id = $1 and delivery_id = $2 and status = 'pending' and attempts = $3
           returning delivery_id, time_due
         ), ${keepAttempt}`,
        [applicationId, id, attempts, responseStatus ?? null, problem ?? null, durationMs, status],
      );
      return rowCount === 1;
    },

    /**
     * Postpones the next attempt. Resolves to its time. Undefined if another process has the delivery by now.
     */
    async postpone(
      { id, attempts }: AttemptId,
      { responseStatus, problem, durationMs }: Made,
      delayMs: number,
    ): Promise<Date | undefined> {
      const { rows: found } = await rows.query<{ time_due: Date }>(
        `with written as (
           update deliveries set under_way = false, response_status = $4, problem = $5,
             time_due = now() + $7 * interval '1 millisecond'
           where application_id = $1 and delivery_id = $2 and status = 'pending' and attempts = $3
           returning delivery_id, time_due
         ), ${keepAttempt}`,
        [applicationId, id, attempts, responseStatus ?? null, problem ?? null, durationMs, delayMs],
      );
      return found[0]?.time_due;
    },

    /** The attempts made at each of these deliveries, newest first. Also those from before it was sent again. */
    async madeAt(deliveryIds: readonly string[]): Promise<ReadonlyMap<string, readonly AttemptMade[]>> {
      const { rows: found } = await rows.query<Row>(
        `select a.* from unnest($2::uuid[]) as d (delivery_id), lateral (
           select delivery_id, number, time_begun, duration_ms, response_status, problem from delivery_attempts
           where application_id = $1 and delivery_id = d.delivery_id order by number desc limit $3
         ) a order by a.number desc`,
        [applicationId, deliveryIds, mostAttemptsKept],
      );
      const made = new Map(deliveryIds.map((id) => [id, [] as AttemptMade[]]));
      for (const row of found) made.get(row.delivery_id)?.push(attemptOfRow(row));
      return made;
    },
  };
}

function attemptOfRow(row: Row): AttemptMade {
  return {
    timeBegun: row.time_begun,
    durationMs: row.duration_ms,
    responseStatus: row.response_status ?? undefined,
    problem: row.problem ?? undefined,
  };
}
