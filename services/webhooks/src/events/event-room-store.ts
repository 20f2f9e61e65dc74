import type { Queryable } from '@wallet-service/postgres';

/** How much is kept of one application's events and their deliveries. */
const mostBytes = 64 * 1024 * 1024;
/** How much more than needed is removed, so that it happens seldom. */
const bytesOfRoom = 4 * 1024 * 1024;

/** The approximate size of an event, with its rows, their index entries and its deliveries. */
export function bytesOfEvent(payload: string, deliveries: number): number {
  return 512 + Buffer.byteLength(payload) + 512 * deliveries;
}

/** The size of an application's events, inside a transaction of that application. */
export function eventRoomRows(rows: Queryable, applicationId: string) {
  const bytesOf = async (text: string): Promise<number> => {
    const { rows: found } = await rows.query<{ bytes: number }>(text, [applicationId]);
    return found[0]?.bytes ?? 0;
  };
  return {
    /**
     * Whether this many more bytes may be recorded. Completed deliveries are removed for them, oldest first.
     * Pending ones never are. Until the transaction ends nothing else is recorded for the application.
     */
    async make(bytes: number): Promise<boolean> {
      await rows.query(`select pg_advisory_xact_lock(hashtextextended('webhooks/events/' || $1, 0))`, [
        applicationId,
      ]);
      // From the oldest to the newest: at least as much as there is.
      const span = await bytesOf(
        `select coalesce(
           (select max(written_to) from events where application_id = $1)
           - (select written_to - bytes from events where application_id = $1
             order by written_to limit 1), 0)::float8 as bytes`,
      );
      if (span + bytes <= mostBytes) return true;
      await rows.query(
        `with known as materialized (
           select event_id, bytes, written_to, exists (
             select from deliveries d
             where d.application_id = $1 and d.event_id = e.event_id and d.status = 'pending') as pending
           from events e where application_id = $1
         ), ended as (
           select event_id, sum(bytes) over (order by written_to desc) as with_newer from known where not pending
         )
         delete from deliveries d using ended
         where d.application_id = $1 and d.event_id = ended.event_id and d.status <> 'pending'
           and ended.with_newer > $2 - (select coalesce(sum(bytes), 0) from known where pending)`,
        [applicationId, mostBytes - bytesOfRoom - bytes],
      );
      await rows.query(
        `delete from events e where application_id = $1
           and not exists (select from deliveries d where d.application_id = $1 and d.event_id = e.event_id)`,
        [applicationId],
      );
      const left = await bytesOf(
        'select coalesce(sum(bytes), 0)::float8 as bytes from events where application_id = $1',
      );
      return left + bytes <= mostBytes;
    },
  };
}
