import type { Pool, PoolClient } from 'pg';
import { AppError } from '@wallet-service/errors';
import type { JournalEntry } from '@wallet-service/journal-format';
import { inTransaction } from '@wallet-service/postgres';
import type { JournalMacs } from './journal-macs.js';
import { notWritten } from './journal.js';
import { insertPending } from './pending-store.js';
import type { Sequencer } from './sequencer.js';

export type AppendBeside = (
  entry: JournalEntry,
  change: (transaction: PoolClient) => Promise<void>,
) => Promise<void>;

export type AppendBesideDeps = Pick<Sequencer, 'refusal'> & {
  readonly database: Pool;
  readonly macs: JournalMacs;
};

/** Appends an entry in one transaction with a change of the application: both are durable or neither is. */
export function createAppendBeside({ database, macs, refusal }: AppendBesideDeps): AppendBeside {
  return async (entry, change) => {
    const { applicationId } = entry;
    const cause = refusal(applicationId);
    if (cause) throw notWritten(cause);
    await inTransaction(
      database,
      async (transaction) => {
        await change(transaction);
        await insertPending(transaction, macs, [entry]);
      },
      { applicationId },
    ).catch((error: unknown) => {
      throw error instanceof AppError ? error : notWritten(error);
    });
  };
}
