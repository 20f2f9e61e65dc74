import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import type { Outbox } from './outbox-store.js';
import type { WalletEvent } from './wallet-event.js';

export type EmitEvent = (event: WalletEvent) => Promise<void>;

/**
 * Runs `work` in a transaction of the application, together with the events that it emits. Resolves when
 * the journal contains them.
 */
export type Change = <Result>(
  applicationId: string,
  work: (transaction: PoolClient, emit: EmitEvent) => Promise<Result>,
) => Promise<Result>;

export type ChangeDeps = {
  readonly database: Pool;
  readonly outbox: Outbox;
  /** An event is durable, but not in the journal yet. A later call or another replica moves it there. */
  readonly onLate: (error: unknown) => void;
};

export function createChange({ database, outbox, onLate }: ChangeDeps): Change {
  return async (applicationId, work) => {
    const result = await inTransaction(
      database,
      (transaction) => work(transaction, (event) => outbox.record(transaction, event)),
      { applicationId },
    );
    // Awaited, so that the owner's next use of the wallet comes after this in the journal.
    await outbox.flush().catch(onLate);
    return result;
  };
}
