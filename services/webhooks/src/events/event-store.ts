import type { Rows } from '../rows.js';
import { sources, type FeedPositions, type Source } from './source.js';

/** An event as it is told. */
export type RecordedEvent = {
  readonly id: string;
  readonly type: string;
  readonly orderingKey: string;
  /** The body as it is sent. */
  readonly payload: string;
};

/** The events of one application and how far its feeds were read, inside a transaction of that application. */
export function eventRows(rows: Rows, applicationId: string) {
  return {
    /** Makes the cursors that are missing, at `positions`, and locks all. */
    async lockCursors(positions: FeedPositions): Promise<void> {
      await rows.query(
        `insert into cursors (application_id, source, position, time_next_poll)
         select $1, source, position, now() from unnest($2::text[], $3::bigint[]) as n (source, position)
         order by source on conflict do nothing`,
        [applicationId, sources, sources.map((source) => positions[source])],
      );
      await rows.query('select from cursors where application_id = $1 order by source for update', [
        applicationId,
      ]);
    },

    /** Leaves out what lies before `positions`. */
    async moveCursors(positions: FeedPositions): Promise<void> {
      await rows.query(
        `update cursors c set position = greatest(c.position, n.position)
         from unnest($2::text[], $3::bigint[]) as n (source, position)
         where c.application_id = $1 and c.source = n.source`,
        [applicationId, sources, sources.map((source) => positions[source])],
      );
    },

    /** Moves the cursor on. False, and nothing moved, when somebody else moved it away from `from`. */
    async advanceCursor(
      source: Source,
      { from, to, nextPollMs }: { from: bigint; to: bigint; nextPollMs: number },
    ): Promise<boolean> {
      const { rowCount } = await rows.query(
        `update cursors set position = $4, time_next_poll = now() + $5 * interval '1 millisecond'
         where application_id = $1 and source = $2 and position = $3`,
        [applicationId, source, from, to, nextPollMs],
      );
      return rowCount === 1;
    },

    /** Records an event; false when it was recorded before. */
    async insert(event: RecordedEvent): Promise<boolean> {
      const { rowCount } = await rows.query(
        `insert into events (application_id, event_id, type, ordering_key, payload, time_recorded)
         values ($1, $2, $3, $4, $5, now()) on conflict (application_id, event_id) do nothing`,
        [applicationId, event.id, event.type, event.orderingKey, event.payload],
      );
      return rowCount === 1;
    },
  };
}
