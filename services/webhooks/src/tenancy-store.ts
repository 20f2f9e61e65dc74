import {
  changeOutbox,
  inTransaction,
  look,
  type createPool,
  type OutboxDeps,
} from '@wallet-service/postgres';
import { attemptRows } from './deliveries/attempt-store.js';
import { deliveryRows } from './deliveries/delivery-store.js';
import { unprovenRows } from './deliveries/unproven-store.js';
import { areStreamsLeftSql } from './deliveries/upkeep-store.js';
import { createEndpointGuard } from './endpoints/endpoint-set.js';
import { endpointRows, isAnyEnabledSql } from './endpoints/endpoint-store.js';
import { areFeedsDueSql, cursorRows } from './events/cursor-store.js';
import { eventRoomRows } from './events/event-room-store.js';
import { eventRows } from './events/event-store.js';
import { jobRows, jobSchema } from './jobs/job-store.js';
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

export type Due = {
  /** One can be read now. */
  readonly feeds: boolean;
  /** There is one, for now or for later. */
  readonly jobs: boolean;
  /** There is one that is enabled. */
  readonly endpoints: boolean;
  /** There are streams that nobody delivers any more. False if that was not asked. */
  readonly left: boolean;
};

export type Tenancy = ReturnType<typeof createTenancy>;

/**
 * The ways into the database. Row-level security limits a transaction to what it names here. `onCommit` is called when
 * something of an application was committed, also when that wrote jobs.
 */
export function createTenancy(
  pool: ReturnType<typeof createPool>,
  macs: RowMacs,
  outbox: Omit<OutboxDeps, 'mac'>,
  onCommit: (haveJobs: boolean) => void,
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
      onCommit(jobs.written);
      return result;
    },

    /** Work that must see every tenant: which feeds are due, what was left behind, what is too old. */
    acrossApplications<Result>(work: (rows: Queryable) => Promise<Result>): Promise<Result> {
      return inTransaction(pool, work, { everyApplication: true });
    },

    /** `askLeft`: also whether streams were left, which reads every pending delivery. */
    async whatIsDue(askLeft: boolean): Promise<Due> {
      const found = await look<Due>(
        pool,
        `select ${areFeedsDueSql} as feeds, exists (select 1 from ${jobSchema}.jobs limit 1) as jobs,
                ${isAnyEnabledSql} as endpoints, ${askLeft ? areStreamsLeftSql : 'false'} as left`,
      );
      return found[0] ?? { feeds: false, jobs: false, endpoints: false, left: false };
    },
  };
}
