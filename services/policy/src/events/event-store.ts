import { genuineFeed, type Suspect } from '@wallet-service/postgres';
import type { RowMac } from '@wallet-service/values';
import type { PoolClient } from 'pg';
import type { PolicyEvent } from './event.js';

export type EventAtPosition = PolicyEvent & { readonly position: bigint };

export type EventPage = {
  readonly events: readonly EventAtPosition[];
  readonly suspects: readonly Suspect[];
  /** Where to read on; undefined: where this page began. */
  readonly last: bigint | undefined;
};

export type EventEnd = { readonly position: bigint; readonly suspects: readonly Suspect[] };

type Row = {
  position: bigint;
  event_id: string;
  type: PolicyEvent['type'];
  time: Date;
  data_json: string;
  mac: Buffer | null;
};

const columns = 'position, event_id, type, time, data_json, mac';
/** So many rows of others may stand at the end of a feed before no end is told any more. */
const mostSuspects = 500;

/** The feeds of events. `mac`: what proves that a row was written by this service. */
export function createEventStore(mac: RowMac) {
  const eventOf = (applicationId: string, row: Row) => ({
    id: row.event_id,
    type: row.type,
    time: row.time,
    dataJson: row.data_json,
    position: row.position,
    genuine: mac.fits(row.mac, ...partsOf(applicationId, row.position, row.event_id, row)),
  });
  return {
    /** MUST run in a transaction that has raised the application's revision: its row lock keeps positions without gaps and in order. */
    async append(client: PoolClient, applicationId: string, event: PolicyEvent): Promise<void> {
      const { id, type, time, dataJson } = event;
      const { rows: last } = await client.query<{ position: bigint }>(
        'select coalesce(max(position), 0) + 1 as position from events where application_id = $1',
        [applicationId],
      );
      const position = last[0]?.position ?? 1n;
      const written = mac.of(...partsOf(applicationId, position, id, { type, time, data_json: dataJson }));
      await client.query(
        `insert into events (application_id, ${columns}) values ($1, $2, $3, $4, $5, $6, $7)`,
        [applicationId, position, id, type, time, dataJson, written],
      );
    },

    /** What others wrote, and where something is missing, is left out and said. */
    async list(client: PoolClient, applicationId: string, after: bigint, limit: number): Promise<EventPage> {
      const { rows } = await client.query<Row>(
        `select ${columns} from events where application_id = $1 and position > $2 order by position limit $3`,
        [applicationId, after, limit],
      );
      const { genuine, suspects } = genuineFeed(
        rows.map((row) => eventOf(applicationId, row)),
        after,
      );
      // Behind the last genuine one, so that nothing is left out when a row of others goes away again; a whole page of theirs holds nobody up.
      const last = genuine.at(-1) ?? (rows.length === limit ? rows.at(-1) : undefined);
      return { events: genuine, suspects, last: last?.position };
    },

    /** The position of the last event that this service wrote; 0 when there is none. */
    async end(client: PoolClient, applicationId: string): Promise<EventEnd> {
      const { rows } = await client.query<Row>(
        `select ${columns} from events where application_id = $1 order by position desc limit ${mostSuspects}`,
        [applicationId],
      );
      const events = rows.map((row) => eventOf(applicationId, row));
      const last = events.findIndex(({ genuine }) => genuine);
      if (last < 0 && events.length === mostSuspects) throw new Error('the feed of events was flooded');
      const suspects = events.slice(0, last < 0 ? events.length : last);
      return {
        position: events[last]?.position ?? 0n,
        suspects: suspects.map(({ position }) => ({ position, what: 'written' })),
      };
    },
  };
}

function partsOf(
  applicationId: string,
  position: bigint,
  id: string,
  { type, time, data_json: dataJson }: Pick<Row, 'type' | 'time' | 'data_json'>,
) {
  return [applicationId, position, id, type, time, dataJson] as const;
}
