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
  // First what stays on one server of a distributed engine. Entries up to these ends change no more.
  const { rows: ends } = await transaction.query<{ size: bigint; seq: bigint; found: boolean }>(
    `select coalesce((select size from journal_logs where application_id = $1), 0) as size,
       coalesce((select seq from journal_chain_heads where application_id = $1), 0) as seq,
       exists (select from journal_pending where application_id = $1 and not ${isWithoutKeySql})
       or exists (select from journal_checkpoints where application_id = $1) as found`,
    [applicationId],
  );
  const [end] = ends;
  if (!end || end.found) return true;
  const { rows } = await transaction.query<{ found: boolean }>(
    `select exists (select from wallets where application_id = $1 and record_version > 0)
       or exists (
         select from journal_archives as a where a.application_id = $1 and a.size > a.without_key)
       or $2 > (
         select count(*) from journal_entries as e
         where e.application_id = $1 and ${isWithoutKeySql} and e.seq <= $2
       ) + coalesce((select max(without_key) from journal_archives where application_id = $1), 0)
       or $3 > (
         select count(*) from journal_entries as e
         where e.application_id = $1 and ${isWithoutKeySql} and e.seq <= $3)
       or exists (select from journal_chain_checkpoints where application_id = $1) as found`,
    [applicationId, end.size, end.seq],
  );
  return rows[0]?.found === true;
}
