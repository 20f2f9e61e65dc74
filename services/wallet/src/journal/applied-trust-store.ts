import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import { journalColumns, storedEntryOf, type JournalRow } from '@wallet-service/journal-format/stored';
import { trustApplied, type AppliedTrust } from '../trust/applied-trust.js';
import type { JournalMacs } from './journal-macs.js';
import { lockLog } from './log-store.js';
import { entryOfRow, insertPending, pendingColumns, type PendingRow } from './pending-store.js';
import { entryOfApplicationEvent } from './wallet-event.js';

export type RecordTrustDeps = {
  readonly database: Pool;
  readonly macs: JournalMacs;
  readonly now: () => number;
  readonly newId: () => string;
};

/**
 * Journals what signers trust of an application from now on, unless the last such entry says the same. Several
 * replicas may call it for one change.
 */
export function createRecordTrust({ database, macs, now, newId }: RecordTrustDeps) {
  return async (applicationId: string, applied: AppliedTrust): Promise<void> => {
    const details = JSON.stringify(applied);
    const isKnown = async (transaction: PoolClient): Promise<boolean> =>
      (await lastDetails(transaction, macs, applicationId)) === details;
    if (await inTransaction(database, isKnown, { applicationId })) return;
    const event = { applicationId, event: trustApplied, details: applied };
    const entry = entryOfApplicationEvent(event, now(), newId());
    const append = async (transaction: PoolClient): Promise<void> => {
      // So that only one replica looks at a time, and no entry is moved meanwhile. No signature waits for it.
      await lockLog(transaction, macs, applicationId, 'wait');
      if (await isKnown(transaction)) return;
      await insertPending(transaction, macs, [entry]);
    };
    await inTransaction(database, append, { applicationId });
  };
}

/** What waits for the journal comes after what is there. */
async function lastDetails(
  transaction: PoolClient,
  macs: JournalMacs,
  applicationId: string,
): Promise<string | undefined> {
  const waiting = await transaction.query<PendingRow>(
    `select pending_id, ${pendingColumns} from journal_pending
     where application_id = $1 and operation = '${trustApplied}' order by pending_id desc`,
    [applicationId],
  );
  const last = waiting.rows.find((row) => macs.fitsWaiting(row.mac, entryOfRow(row)));
  if (last) return last.details;
  const { rows } = await transaction.query<JournalRow & { mac: Buffer | null }>(
    `select ${journalColumns}, mac from journal_entries
     where application_id = $1 and operation = '${trustApplied}' order by seq desc limit 1`,
    [applicationId],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { mac, ...found } = row;
  const stored = storedEntryOf(applicationId, found);
  // An entry that this service did not write says nothing. The journal's readers report it.
  return macs.fitsEntry(mac, stored) ? stored.entry.details : undefined;
}
