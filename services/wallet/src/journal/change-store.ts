import type { Pool, PoolClient } from 'pg';
import type { JournalEntry } from '@wallet-service/journal-format';
import { inTransaction } from '@wallet-service/postgres';
import type { JournalMacs } from './journal-macs.js';
import { insertPending } from './pending-store.js';
import { entryOfEvent, type EventOfWallet } from './wallet-event.js';

/** Resolves to the entry of the event. */
export type EmitEvent = (event: EventOfWallet) => Promise<JournalEntry>;

/**
 * Runs `work` in a transaction of the application, together with the events that it emits. What follows the
 * change comes after them in the journal.
 */
export type Change = <Result>(
  applicationId: string,
  work: (transaction: PoolClient, emit: EmitEvent) => Promise<Result>,
) => Promise<Result>;

export type ChangeDeps = {
  readonly database: Pool;
  readonly macs: JournalMacs;
  /** Milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
};

export function createChange({ database, macs, now, newId }: ChangeDeps): Change {
  return (applicationId, work) =>
    inTransaction(
      database,
      (transaction) =>
        work(transaction, async (event) => {
          const entry = entryOfEvent(event, now(), newId());
          await insertPending(transaction, macs, [entry]);
          return entry;
        }),
      { applicationId },
    );
}
