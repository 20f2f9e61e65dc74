import type { Rows } from '../rows.js';
import type { Event } from './event.js';

export type EventAtPosition = Event & { readonly position: bigint };

type EventRow = { position: bigint; event_id: string; type: Event['type']; time: Date; data_json: string };

/** The feed of one application, inside a transaction of that application. */
export function eventRows(rows: Rows, applicationId: string) {
  return {
    /** MUST run in a transaction that has raised the application's revision: its row lock keeps positions without gaps and in order. */
    async append({ id, type, timeMs, dataJson }: Event): Promise<void> {
      await rows.query(
        `insert into events (application_id, position, event_id, type, time, data_json)
         select $1, coalesce(max(position), 0) + 1, $2, $3, $4, $5 from events where application_id = $1`,
        [applicationId, id, type, new Date(timeMs), dataJson],
      );
    },

    async list(after: bigint, limit: number): Promise<EventAtPosition[]> {
      const { rows: found } = await rows.query<EventRow>(
        `select position, event_id, type, time, data_json from events
         where application_id = $1 and position > $2 order by position limit $3`,
        [applicationId, after, limit],
      );
      return found.map((row) => ({
        id: row.event_id,
        type: row.type,
        timeMs: row.time.getTime(),
        dataJson: row.data_json,
        position: row.position,
      }));
    },

    /** The position of the last event; 0 when there is none. */
    async end(): Promise<bigint> {
      const { rows: found } = await rows.query<{ position: bigint | null }>(
        'select max(position) as position from events where application_id = $1',
        [applicationId],
      );
      return found[0]?.position ?? 0n;
    },
  };
}
