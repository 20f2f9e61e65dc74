import type { Pool } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import { leafDataOf, type StoredEntry } from '@wallet-service/journal-format';
import { journalColumns, storedEntryOf, type JournalRow } from '@wallet-service/journal-format/stored';
import { appendLeaves, emptyRange, leafHashOf, rootOf } from '@wallet-service/transparency-log';
import { readLog } from '../src/journal/log-store.js';
import { macs } from './test-macs.js';

/** All entries of an application's journal, and whether its log is made of them. */
export function storedLog(
  pool: Pool,
  applicationId: string,
): Promise<{ readonly entries: readonly StoredEntry[]; readonly isWhole: boolean }> {
  return inTransaction(
    pool,
    async (transaction) => {
      const { rows } = await transaction.query<JournalRow>(
        `select ${journalColumns} from journal_entries where application_id = $1 order by seq`,
        [applicationId],
      );
      const entries = rows.map((row) => storedEntryOf(applicationId, row));
      const log = await readLog(transaction, macs, applicationId);
      return { entries, isWhole: log !== undefined && rootOfEntries(entries).equals(rootOf(log)) };
    },
    { applicationId },
  );
}

/** The root of the log of such entries. */
export function rootOfEntries(entries: readonly Pick<StoredEntry, 'entry'>[]): Buffer {
  const leaves = entries.map(({ entry }) => leafHashOf(leafDataOf(entry)));
  return Buffer.from(rootOf(appendLeaves(emptyRange, leaves).range));
}
