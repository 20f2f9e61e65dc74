import type { Pool } from 'pg';
import { inTransaction } from '@wallet-service/postgres';

export type ApplicationKeyStore = {
  readonly find: (applicationId: string) => Promise<Uint8Array | undefined>;
  /** Stores the key unless the application has one. Resolves to the one that is stored. */
  readonly insertOrRead: (applicationId: string, wrappedKey: Uint8Array) => Promise<Uint8Array>;
};

export function applicationKeyStore(database: Pool): ApplicationKeyStore {
  function find(applicationId: string): Promise<Uint8Array | undefined> {
    return inTransaction(
      database,
      async (transaction) => {
        const { rows } = await transaction.query<{ wrapped_key: Buffer }>(
          'select wrapped_key from application_keys where application_id = $1',
          [applicationId],
        );
        return rows[0]?.wrapped_key;
      },
      { applicationId },
    );
  }

  return {
    find,
    async insertOrRead(applicationId, wrappedKey) {
      await inTransaction(
        database,
        (transaction) =>
          transaction.query(
            `insert into application_keys (application_id, wrapped_key, time_created) values ($1, $2, now())
             on conflict (application_id) do nothing`,
            [applicationId, Buffer.from(wrappedKey)],
          ),
        { applicationId },
      );
      // Read anew, after the insert committed: of two that insert at once, both must use the one that was stored.
      const stored = await find(applicationId);
      if (!stored) throw new Error('the application key that was just stored is not there');
      return stored;
    },
  };
}
