import { deliverTask, jobKey, jobSchema } from '../jobs/job-store.js';
import type { Queryable } from '@wallet-service/postgres';

/** The streams whose first pending delivery has been due for some time: its process died, or its job was lost. */
const leftStreams = `select application_id, endpoint_id, ordering_key, time_due from (
  select distinct on (application_id, endpoint_id, ordering_key) application_id, endpoint_id, ordering_key, time_due
  from deliveries where status = 'pending' order by application_id, endpoint_id, ordering_key, position
) first where time_due < now() - interval '3 seconds'`;

export const areStreamsLeftSql = `exists (${leftStreams})`;

/** Wakes them. Needs a transaction that sees every application. Resolves to their number. */
export async function wakeLeftStreams(rows: Queryable, limit: number): Promise<number> {
  const { rowCount } = await rows.query(
    `select from (
       select application_id, endpoint_id, ordering_key from (${leftStreams}) streams
       -- In turns, so that one application with very many takes no other's place.
       order by row_number() over (partition by application_id order by time_due) limit $1
     ) late,
     lateral ${jobSchema}.add_job('${deliverTask}',
       payload => json_build_object('application_id', application_id, 'endpoint_id', endpoint_id,
         'ordering_key', ordering_key),
       job_key => ${jobKey('endpoint_id', 'ordering_key')}, job_key_mode => 'preserve_run_at')`,
    [limit],
  );
  return rowCount ?? 0;
}

/**
 * Removes deliveries that ended more than `days` ago, and events without deliveries: at most `limit` of each, the
 * oldest first. What others hold is left to them. Needs a transaction that sees every application. Resolves to whether
 * there may be more.
 */
export async function removeOld(rows: Queryable, days: number, limit: number): Promise<boolean> {
  const deliveries = await rows.query(
    `with old as materialized (
       select application_id, delivery_id from deliveries where status <> 'pending'
         and time_completed < now() - $1 * interval '1 day'
       order by time_completed limit $2 for update skip locked)
     delete from deliveries d using old
     where d.application_id = old.application_id and d.delivery_id = old.delivery_id`,
    [days, limit],
  );
  const events = await rows.query(
    `with old as materialized (
       select application_id, event_id from events e
       where time_recorded < now() - $1 * interval '1 day'
         and not exists (select from deliveries d where d.application_id = e.application_id and d.event_id = e.event_id)
       order by time_recorded limit $2 for update skip locked)
     delete from events e using old where e.application_id = old.application_id and e.event_id = old.event_id`,
    [days, limit],
  );
  return deliveries.rowCount === limit || events.rowCount === limit;
}
