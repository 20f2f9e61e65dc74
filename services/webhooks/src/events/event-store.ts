import type { Queryable } from '@wallet-service/postgres';
import { AppError } from '@wallet-service/errors';
import type { RowMacs } from '../row-macs.js';
import { sources, type FeedPositions, type Source } from './source.js';

/** An event as it is sent. */
export type RecordedEvent = {
  readonly id: string;
  readonly type: string;
  readonly orderingKey: string;
  /** The body that is sent. */
  readonly payload: string;
  /** Of the request that it is about. Empty: unknown. No MAC covers it: it only finds, and is not sent. */
  readonly traceId: string;
};

/** The events of one application and how far its feeds were read, inside a transaction of that application. */
export function eventRows(rows: Queryable, applicationId: string, macs: RowMacs) {
  const cursorMac = (source: Source, position: bigint) => macs.cursor.of(applicationId, source, position);
  return {
    /**
     * Creates the cursors at `positions` for an application that has none, and locks all. Throws
     * `webhook.record-mismatch` if some are missing: a new one would skip events in between.
     */
    async lockCursors(positions: FeedPositions): Promise<void> {
      await rows.query(
        `insert into cursors (application_id, source, position, time_next_poll, mac)
         select $1, source, position, now(), mac
         from unnest($2::text[], $3::bigint[], $4::bytea[]) as n (source, position, mac)
         where not exists (select from endpoint_sets s where s.application_id = $1)
         order by source on conflict do nothing`,
        [
          applicationId,
          sources,
          sources.map((source) => positions[source]),
          sources.map((source) => cursorMac(source, positions[source])),
        ],
      );
      const { rowCount } = await rows.query(
        'select from cursors where application_id = $1 order by source for update',
        [applicationId],
      );
      if (rowCount === sources.length) return;
      macs.onRefused('cursor', { applicationId, problem: 'missing' });
      throw new AppError('webhook.record-mismatch', 'the position in a feed of events is unknown');
    },

    /** Skips everything before `positions`. */
    async moveCursors(positions: FeedPositions): Promise<void> {
      await rows.query(
        `update cursors c set position = n.position, mac = n.mac
         from unnest($2::text[], $3::bigint[], $4::bytea[]) as n (source, position, mac)
         where c.application_id = $1 and c.source = n.source and c.position < n.position`,
        [
          applicationId,
          sources,
          sources.map((source) => positions[source]),
          sources.map((source) => cursorMac(source, positions[source])),
        ],
      );
    },

    /** Advances the cursor. False, and nothing moves, if another process moved it away from `from`. */
    async advanceCursor(
      source: Source,
      { from, to, nextPollMs }: { from: bigint; to: bigint; nextPollMs: number },
    ): Promise<boolean> {
      const { rowCount } = await rows.query(
        `update cursors set position = $4, time_next_poll = now() + $5 * interval '1 millisecond',
           time_due = now() + $5 * interval '1 millisecond', mac = $6
         where application_id = $1 and source = $2 and position = $3`,
        [applicationId, source, from, to, nextPollMs, cursorMac(source, to)],
      );
      return rowCount === 1;
    },

    /** Records an event of this many bytes. False if it was already recorded. */
    async insert(event: RecordedEvent, bytes: number): Promise<boolean> {
      const { rows: inserted } = await rows.query(
        `insert into events (application_id, event_id, type, ordering_key, payload, time_recorded, mac, bytes,
          written_to, trace_id)
         select $1, $2, $3, $4, $5, now(), $6, $7::integer, coalesce(max(written_to), 0) + $7::integer, $8
         from events where application_id = $1
         on conflict (application_id, event_id) do nothing returning 1`,
        [
          applicationId,
          event.id,
          event.type,
          event.orderingKey,
          event.payload,
          macs.event.of(applicationId, event.id, event.type, event.orderingKey, event.payload),
          bytes,
          event.traceId || null,
        ],
      );
      // Of an insertion from a query, Citus counts what was not inserted too.
      return inserted.length === 1;
    },
  };
}
