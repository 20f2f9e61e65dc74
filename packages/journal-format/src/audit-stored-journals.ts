import { auditJournal, type JournalAudit, type JournalNote } from './audit-journal.js';
import { journaledApplications, withStoredJournal, type Database } from './stored-journals-store.js';

/** Verifies the journal of every application in the database or the notes, one after another. */
export async function* auditStoredJournals(
  database: Database,
  notes: ReadonlyMap<string, JournalNote> = new Map(),
  pinnedKeyOf: (applicationId: string) => Promise<Uint8Array | undefined> = () => Promise.resolve(undefined),
): AsyncGenerator<JournalAudit> {
  const applications = new Set([...(await journaledApplications(database)), ...notes.keys()]);
  for (const applicationId of applications)
    yield await withStoredJournal(database, applicationId, async (journal) =>
      auditJournal(journal, notes.get(applicationId), await pinnedKeyOf(applicationId)),
    );
}
