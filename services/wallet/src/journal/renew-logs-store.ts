import type { Pool } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import type { JournalMacs } from './journal-macs.js';
import { isOfOneLog, lockLogs, logsOfEarlierMacs, storeLogs } from './log-store.js';

const pageSize = 200;

/**
 * Gives the ends of all logs MACs of the newest secret, so that the previous one can go. Resolves to how many had
 * another. Leaves those alone that are broken, which is reported when they are used, and those that are imported.
 */
export async function renewLogs(database: Pool, macs: JournalMacs): Promise<number> {
  let renewed = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { last, earlier } = await logsOfEarlierMacs(database, macs, { after, limit: pageSize });
    if (last === undefined) return renewed;
    if (earlier.length > 0) renewed += await renewPage(database, macs, earlier);
    after = last;
  }
}

async function renewPage(database: Pool, macs: JournalMacs, ids: readonly string[]): Promise<number> {
  try {
    return await renew(database, macs, ids);
  } catch (error) {
    if (!isOfOneLog(error)) throw error;
    if (ids.length === 1) return 0;
  }
  let renewed = 0;
  for (const id of ids) renewed += await renewPage(database, macs, [id]);
  return renewed;
}

function renew(database: Pool, macs: JournalMacs, ids: readonly string[]): Promise<number> {
  return inTransaction(database, async (transaction) => {
    const logs = await lockLogs(transaction, macs, ids, 'wait');
    if (logs.size > 0) await storeLogs(transaction, macs, logs);
    return logs.size;
  });
}
