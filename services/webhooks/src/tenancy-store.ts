import {
  changeOutbox,
  inTransaction,
  readEveryApplication,
  type createPool,
  type OutboxDeps,
} from '@wallet-service/postgres';
import { attemptRows } from './deliveries/attempt-store.js';
import { deliveryRows } from './deliveries/delivery-store.js';
import { unprovenRows } from './deliveries/unproven-store.js';
import { createEndpointGuard } from './endpoints/endpoint-set.js';
import { endpointRows } from './endpoints/endpoint-store.js';
import { areFeedsDueSql, cursorRows } from './events/cursor-store.js';
import { eventRoomRows } from './events/event-room-store.js';
import { eventRows } from './events/event-store.js';
import { jobRows } from './jobs/job-store.js';
import type { RowMacs } from './row-macs.js';
import type { Queryable } from '@wallet-service/postgres';

/** Everything that belongs to one application, inside one transaction. */
export type Tenant = {
  readonly endpoints: ReturnType<typeof endpointRows>;
  readonly events: ReturnType<typeof eventRows>;
  readonly eventRoom: ReturnType<typeof eventRoomRows>;
  readonly deliveries: ReturnType<typeof deliveryRows>;
  readonly attempts: ReturnType<typeof attemptRows>;
  readonly jobs: ReturnType<typeof jobRows>;
  readonly cursors: ReturnType<typeof cursorRows>;
  readonly unproven: ReturnType<typeof unprovenRows>;
  /** For the journal: in the name of whoever called. */
  readonly record: ReturnType<typeof changeOutbox>;
};

export type Tenancy = ReturnType<typeof createTenancy>;

/**
 * The ways into the database. Row-level security limits a transaction to what it names here. `onJobs` is called when
 * jobs were committed.
 */
export function createTenancy(
  pool: ReturnType<typeof createPool>,
  macs: RowMacs,
  outbox: Omit<OutboxDeps, 'mac'>,
  onJobs: () => void,
) {
  const guard = createEndpointGuard(macs);
  return {
    async within<Result>(applicationId: string, work: (tenant: Tenant) => Promise<Result>): Promise<Result> {
      const jobs = { written: false };
      const onWritten = (): void => {
        jobs.written = true;
      };
      const result = await inTransaction(
        pool,
        (rows) =>
          work({
            endpoints: endpointRows(rows, applicationId, guard),
            events: eventRows(rows, applicationId, macs),
            eventRoom: eventRoomRows(rows, applicationId),
            deliveries: deliveryRows(rows, applicationId, macs),
            attempts: attemptRows(rows, applicationId, macs),
            jobs: jobRows(rows, applicationId, onWritten),
            cursors: cursorRows(rows, applicationId, macs),
            unproven: unprovenRows(rows, applicationId, macs),
            record: changeOutbox(rows, applicationId, { ...outbox, mac: macs.change }),
          }),
        { applicationId },
      );
      if (jobs.written) onJobs();
      return result;
    },

    /** Work that must see every tenant: which feeds are due, what was left behind, what is too old. */
    acrossApplications<Result>(work: (rows: Queryable) => Promise<Result>): Promise<Result> {
      return inTransaction(pool, async (rows) => {
        await rows.query("set local app.every_application = 'on'");
        return work(rows);
      });
    },

    areFeedsDue: async (): Promise<boolean> =>
      (await readEveryApplication<{ due: boolean }>(pool, areFeedsDueSql))[0]?.due === true,
  };
}
