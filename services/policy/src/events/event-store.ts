import { eventFeed, type EventEnd, type EventPage } from '@wallet-service/postgres';
import type { RowMac } from '@wallet-service/values';
import type { PoolClient } from 'pg';
import type { PolicyEvent } from './event.js';

/** The feeds of events. `mac` proves that this service wrote a row. */
export function createEventStore(mac: RowMac) {
  return {
    /** MUST run in a transaction that has raised or locked the application's revision. */
    append: (client: PoolClient, applicationId: string, event: PolicyEvent): Promise<void> =>
      eventFeed(client, applicationId, mac).append(event),
    list: (client: PoolClient, applicationId: string, after: bigint, limit: number): Promise<EventPage> =>
      eventFeed(client, applicationId, mac).list(after, limit),
    end: (client: PoolClient, applicationId: string): Promise<EventEnd> =>
      eventFeed(client, applicationId, mac).end(),
  };
}
