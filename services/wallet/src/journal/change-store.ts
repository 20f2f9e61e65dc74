import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import type { Outbox } from './outbox-store.js';
import type { WalletHappening } from './wallet-event.js';

export type Happened = (happening: WalletHappening) => Promise<void>;

/**
 * Runs `work` in a transaction of the application's together with what it says has happened; resolves when
 * the journal tells of it.
 */
export type Change = <Result>(
  applicationId: string,
  work: (transaction: PoolClient, happened: Happened) => Promise<Result>,
) => Promise<Result>;

export type ChangeDeps = {
  readonly database: Pool;
  readonly outbox: Outbox;
  /** What happened is durable, but not yet in the journal: a later call, or another replica, brings it there. */
  readonly onLate: (error: unknown) => void;
};

export function createChange({ database, outbox, onLate }: ChangeDeps): Change {
  return async (applicationId, work) => {
    const result = await inTransaction(
      database,
      (transaction) => work(transaction, (happening) => outbox.record(transaction, happening)),
      { applicationId },
    );
    // Waited for, so that what the owner does next with the wallet comes after this in the journal.
    await outbox.flush().catch(onLate);
    return result;
  };
}
