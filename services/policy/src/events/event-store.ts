import type { PoolClient } from 'pg';
import type { PolicyEvent } from './event.js';

export type EventAtPosition = PolicyEvent & { readonly position: bigint };

type Row = { position: bigint; event_id: string; type: PolicyEvent['type']; time: Date; data_json: string };

/** MUST run in a transaction that has raised the application's revision: its row lock keeps positions without gaps and in order. */
export async function appendEvent(
  client: PoolClient,
  applicationId: string,
  { id, type, time, dataJson }: PolicyEvent,
): Promise<void> {
  await client.query(
    `insert into events (application_id, position, event_id, type, time, data_json)
     select $1, coalesce(max(position), 0) + 1, $2, $3, $4, $5 from events where application_id = $1`,
    [applicationId, id, type, time, dataJson],
  );
}

export async function listEvents(
  client: PoolClient,
  applicationId: string,
  after: bigint,
  limit: number,
): Promise<readonly EventAtPosition[]> {
  const { rows } = await client.query<Row>(
    `select position, event_id, type, time, data_json from events
      where application_id = $1 and position > $2 order by position limit $3`,
    [applicationId, after, limit],
  );
  return rows.map((row) => ({
    id: row.event_id,
    type: row.type,
    time: row.time,
    dataJson: row.data_json,
    position: row.position,
  }));
}

/** The position of the last event; 0 when there is none. */
export async function endOfEvents(client: PoolClient, applicationId: string): Promise<bigint> {
  const { rows } = await client.query<{ position: bigint | null }>(
    'select max(position) as position from events where application_id = $1',
    [applicationId],
  );
  return rows[0]?.position ?? 0n;
}
