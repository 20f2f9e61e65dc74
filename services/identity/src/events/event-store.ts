import { genuineFeed, type Suspect } from '@wallet-service/postgres';
import type { RowMac } from '@wallet-service/values';
import type { Rows } from '../rows.js';
import type { Event } from './event.js';

export type EventAtPosition = Event & { readonly position: bigint };

export type EventPage = {
  readonly events: readonly EventAtPosition[];
  readonly suspects: readonly Suspect[];
  /** Where to read on; undefined: where this page began. */
  readonly last: bigint | undefined;
};

type EventRow = {
  position: bigint;
  event_id: string;
  type: Event['type'];
  time: Date;
  data_json: string;
  mac: Buffer | null;
};

const columns = 'position, event_id, type, time, data_json, mac';

/** The feed of one application, inside a transaction of that application. */
export function eventRows(rows: Rows, applicationId: string, mac: RowMac) {
  const eventOf = (row: EventRow) => ({
    id: row.event_id,
    type: row.type,
    timeMs: row.time.getTime(),
    dataJson: row.data_json,
    position: row.position,
    genuine: mac.fits(row.mac, ...partsOf(applicationId, row.position, row.event_id, row)),
  });
  return {
    /** MUST run in a transaction that has raised the application's revision: its row lock keeps positions without gaps and in order. */
    async append({ id, type, timeMs, dataJson }: Event): Promise<void> {
      const { rows: last } = await rows.query<{ position: bigint }>(
        'select coalesce(max(position), 0) + 1 as position from events where application_id = $1',
        [applicationId],
      );
      const position = last[0]?.position ?? 1n;
      const time = new Date(timeMs);
      await rows.query(
        `insert into events (application_id, ${columns}) values ($1, $2, $3, $4, $5, $6, $7)`,
        [
          applicationId,
          position,
          id,
          type,
          time,
          dataJson,
          mac.of(...partsOf(applicationId, position, id, { type, time, data_json: dataJson })),
        ],
      );
    },

    /** What others wrote, and where something is missing, is left out and said. */
    async list(after: bigint, limit: number): Promise<EventPage> {
      const { rows: found } = await rows.query<EventRow>(
        `select ${columns} from events where application_id = $1 and position > $2 order by position limit $3`,
        [applicationId, after, limit],
      );
      const { genuine, suspects } = genuineFeed(found.map(eventOf), after);
      // Behind the last genuine one, so that nothing is left out when a row of others goes away again; a whole page of theirs holds nobody up.
      const last = genuine.at(-1) ?? (found.length === limit ? found.at(-1) : undefined);
      return { events: genuine, suspects, last: last?.position };
    },

    /** The position of the last event that this service wrote; 0 when there is none. */
    async end(): Promise<{ readonly position: bigint; readonly suspects: readonly Suspect[] }> {
      const { rows: found } = await rows.query<EventRow>(
        `select ${columns} from events where application_id = $1 order by position desc limit ${mostSuspects}`,
        [applicationId],
      );
      const events = found.map(eventOf);
      const last = events.findIndex(({ genuine }) => genuine);
      if (last < 0 && events.length === mostSuspects) throw new Error('the feed of events was flooded');
      const position = events[last]?.position ?? 0n;
      const suspects = events.slice(0, last < 0 ? events.length : last);
      return { position, suspects: suspects.map((event) => ({ position: event.position, what: 'written' })) };
    },
  };
}

/** So many rows of others may stand at the end of a feed before no end is told any more. */
const mostSuspects = 500;

function partsOf(
  applicationId: string,
  position: bigint,
  id: string,
  { type, time, data_json: dataJson }: Pick<EventRow, 'type' | 'time' | 'data_json'>,
) {
  return [applicationId, position, id, type, time, dataJson] as const;
}
