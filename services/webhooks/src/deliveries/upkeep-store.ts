import { byApplication } from '../by-application.js';
import { addJobs, type DeliverPayload } from '../jobs/job-store.js';
import type { Queryable } from '@wallet-service/postgres';

/** The streams whose first pending delivery has been due for some time: its process died, or its job was lost. */
const leftStreams = `select application_id, endpoint_id, ordering_key, time_due from (
  select distinct on (application_id, endpoint_id, ordering_key) application_id, endpoint_id, ordering_key, time_due
  from deliveries where status = 'pending' order by application_id, endpoint_id, ordering_key, position
) first where time_due < now() - interval '3 seconds'`;

export const areStreamsLeftSql = `exists (${leftStreams} limit 1)`;

/** Wakes them. Needs a transaction that sees every application. Resolves to their number. */
export async function wakeLeftStreams(rows: Queryable, limit: number): Promise<number> {
  const { rows: late } = await rows.query<DeliverPayload>(
    `select application_id, endpoint_id, ordering_key from (${leftStreams}) streams
     -- In turns, so that one application with very many takes no other's place.
     order by row_number() over (partition by application_id order by time_due) limit $1`,
    [limit],
  );
  await addJobs(rows, late, { runAt: null, mode: 'preserve_run_at' });
  return late.length;
}

/**
 * Removes deliveries that ended more than `days` ago, and events without deliveries: at most `limit` of each, the
 * oldest first. What others hold is left to them. Needs a transaction that sees every application. Resolves to whether
 * there may be more.
 */
export async function removeOld(rows: Queryable, days: number, limit: number): Promise<boolean> {
  const deliveries = await removeOldest(rows, {
    oldest: `select application_id, delivery_id as id from deliveries where status <> 'pending'
       and time_completed < now() - $1 * interval '1 day' order by time_completed limit $2`,
    remove: `delete from deliveries where application_id = $1 and delivery_id = any(array(
       select delivery_id from deliveries where application_id = $1 and delivery_id = any($2::uuid[])
         and status <> 'pending' for update skip locked))`,
    days,
    limit,
  });
  const events = await removeOldest(rows, {
    oldest: `select application_id, event_id as id from events e where time_recorded < now() - $1 * interval '1 day'
       and not exists (select from deliveries d where d.application_id = e.application_id and d.event_id = e.event_id)
       order by time_recorded limit $2`,
    remove: `delete from events where application_id = $1 and event_id = any(array(
       select event_id from events e where application_id = $1 and event_id = any($2::text[])
         and not exists (select from deliveries d where d.application_id = $1 and d.event_id = e.event_id)
       for update skip locked))`,
    days,
    limit,
  });
  return deliveries === limit || events === limit;
}

type Removal = {
  readonly oldest: string;
  /**
   * One application's, because locks of several may be on several servers. What it locks is an array, because a join
   * could lock all of them again for each row.
   */
  readonly remove: string;
  readonly days: number;
  readonly limit: number;
};

async function removeOldest(rows: Queryable, { oldest, remove, days, limit }: Removal): Promise<number> {
  const { rows: old } = await rows.query<{ application_id: string; id: string }>(oldest, [days, limit]);
  let removed = 0;
  for (const [applicationId, found] of byApplication(old)) {
    const { rowCount } = await rows.query(remove, [applicationId, found.map(({ id }) => id)]);
    removed += rowCount ?? 0;
  }
  return removed;
}
