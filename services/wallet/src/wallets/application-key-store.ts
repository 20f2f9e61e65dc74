import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import { administrative } from '@wallet-service/journal-format';
import { trustApplied } from '../trust/applied-trust.js';
import type { Tampered } from './tampering.js';
import { applicationKeyMark, mark } from './wallet-marks-store.js';

export type ApplicationKeyStore = {
  readonly find: (applicationId: string) => Promise<Uint8Array | undefined>;
  /**
   * Stores the key unless the application has one. Resolves to the stored one. Rejects if the application had
   * a key that is now missing.
   */
  readonly insertOrRead: (applicationId: string, wrappedKey: Uint8Array) => Promise<Uint8Array>;
};

export function applicationKeyStore(database: Pool, tampered: Tampered): ApplicationKeyStore {
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
        async (transaction) => {
          const { rowCount } = await transaction.query(
            `insert into application_keys (application_id, wrapped_key, time_created) values ($1, $2, now())
             on conflict (application_id) do nothing`,
            [applicationId, Buffer.from(wrappedKey)],
          );
          if (rowCount === 0) return;
          const isFirst = await mark(transaction, applicationId, applicationKeyMark);
          if (!isFirst || (await hasHadKey(transaction, applicationId)))
            throw tampered('application-key-missing', { applicationId });
        },
        { applicationId },
      );
      // Read again after the insert committed. If two insert at once, both must use the stored one.
      const stored = await find(applicationId);
      if (!stored) throw new Error('the application key that was just stored is not there');
      return stored;
    },
  };
}

const withoutKey = `'${trustApplied}', 'journal.resumed', 'journal.loss_accepted'`;
const isWithoutKeySql = `(operation in (${withoutKey}) or operation like '${administrative}%')`;

/** Whether an entry is of what happens without a key of the application. */
export function isWithoutKey({ operation }: { readonly operation: string }): boolean {
  return withoutKey.includes(`'${operation}'`) || operation.startsWith(administrative);
}

/**
 * Whether anything exists that only an application with a key can have. What signers trust is journaled without one,
 * and so are changes by its management, and what an operator did to the journal.
 */
async function hasHadKey(transaction: PoolClient, applicationId: string): Promise<boolean> {
  const { rows } = await transaction.query<{ found: boolean }>(
    `select exists (select from wallets where application_id = $1 and record_version > 0)
       or exists (
         select from journal_archives as a where a.application_id = $1 and a.size > a.without_key)
       or exists (
         select from journal_logs as l where l.application_id = $1 and l.size > (
           select count(*) from journal_entries as e
           where e.application_id = $1 and ${isWithoutKeySql} and e.seq <= l.size
         ) + coalesce((select max(without_key) from journal_archives where application_id = $1), 0))
       or exists (
         select from journal_chain_heads as h where h.application_id = $1 and h.seq > (
           select count(*) from journal_entries as e
           where e.application_id = $1 and ${isWithoutKeySql} and e.seq <= h.seq))
       or exists (select from journal_pending where application_id = $1 and not ${isWithoutKeySql})
       or exists (select from journal_chain_checkpoints where application_id = $1)
       or exists (select from journal_checkpoints where application_id = $1) as found`,
    [applicationId],
  );
  return rows[0]?.found === true;
}
