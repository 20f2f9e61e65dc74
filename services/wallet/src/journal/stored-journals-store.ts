import type { Pool, PoolClient } from 'pg';
import type { JournalFound } from './audit-journal.js';
import { readCheckpoints } from './checkpoint-store.js';
import type { ChainedEntry, JournalHead } from './journal-entry.js';
import { chainedOf, journalColumns, type JournalRow } from './journal-page-store.js';

const pageSize = 1_000;

/** The applications that have, or had, a journal. `database`: as any role that may read the schema `wallet`. */
export async function journaledApplications(database: Pool): Promise<readonly string[]> {
  const { rows } = await database.query<{ application_id: string }>(
    `select application_id from wallet.journal_heads union select application_id from wallet.journal_checkpoints order by 1`,
  );
  return rows.map((row) => row.application_id);
}

/** Lets `work` read an application's journal as it stands at one moment, while the service goes on writing. */
export async function withStoredJournal<Result>(
  database: Pool,
  applicationId: string,
  work: (journal: JournalFound) => Promise<Result>,
): Promise<Result> {
  const client = await database.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`select set_config('app.application_id', $1, true)`, [applicationId]);
    const checkpoints = await readCheckpoints(client, applicationId);
    const { rows } = await client.query<JournalHead>(
      'select seq, hash from wallet.journal_heads where application_id = $1',
      [applicationId],
    );
    return await work({
      applicationId,
      head: rows[0],
      checkpoints,
      entries: storedEntries(client, applicationId),
    });
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}

async function* storedEntries(client: PoolClient, applicationId: string): AsyncGenerator<ChainedEntry> {
  let after = 0n;
  for (;;) {
    const { rows } = await client.query<JournalRow>(
      `select ${journalColumns} from wallet.journal_entries
       where application_id = $1 and seq > $2 order by seq limit $3`,
      [applicationId, after, pageSize],
    );
    for (const row of rows) yield chainedOf(applicationId, row);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.seq;
  }
}
