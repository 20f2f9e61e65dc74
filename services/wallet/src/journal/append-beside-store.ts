import type { Pool, PoolClient } from 'pg';
import { AppError } from '@wallet-service/errors';
import type { JournalEntry } from '@wallet-service/journal-format';
import { inTransaction } from '@wallet-service/postgres';
import type { Tampered } from '../wallets/tampering.js';
import type { JournalMacs } from './journal-macs.js';
import { appendUnderLocks, isOfOneChain } from './journal-store.js';

export type AppendBeside = (
  entry: JournalEntry,
  change: (transaction: PoolClient) => Promise<void>,
) => Promise<void>;

export type AppendBesideDeps = {
  readonly database: Pool;
  readonly macs: JournalMacs;
  readonly tampered: Tampered;
};

/**
 * Appends an entry in one transaction with a change of the application: both are durable or neither is. The
 * application's chain MUST have been begun.
 */
export function createAppendBeside({ database, macs, tampered }: AppendBesideDeps): AppendBeside {
  return (entry, change) => {
    const { applicationId } = entry;
    return inTransaction(
      database,
      async (transaction) => {
        await change(transaction);
        // Last, because every other entry of the application waits for the head from here on.
        await appendUnderLocks(transaction, macs, new Map([[applicationId, [entry]]]));
      },
      { applicationId },
    ).catch((error: unknown) => {
      if (error instanceof AppError) throw error;
      throw new AppError('service.unavailable', 'the signing journal cannot be written', {
        cause: isOfOneChain(error) ? tampered('journal-broken', { applicationId }) : error,
        retryAfterSeconds: 1,
      });
    });
  };
}
