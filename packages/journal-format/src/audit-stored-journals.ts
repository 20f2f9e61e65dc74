import {
  auditJournal,
  firstToRead,
  type JournalAudit,
  type JournalNote,
  type KnownKeys,
} from './audit-journal.js';
import { journaledApplications, withStoredJournal, type StoredPlaces } from './stored-journals-store.js';

export type StoredAudit = {
  readonly notes?: ReadonlyMap<string, JournalNote>;
  readonly pinnedKeyOf?: (applicationId: string) => Promise<Uint8Array | undefined>;
  readonly witnesses?: KnownKeys['witnesses'];
  /** Whether to read journals with a note from the noted entry on, and not from their first one. */
  readonly resume?: boolean;
};

/** As many connections as an audit uses at once. */
export const auditConnections = 4;

/** Verifies the journal of every application in the database or the notes, several at once. */
export async function* auditStoredJournals(
  places: StoredPlaces,
  { notes = new Map(), pinnedKeyOf, witnesses = [], resume = false }: StoredAudit = {},
): AsyncGenerator<JournalAudit> {
  const applications = new Set([...(await journaledApplications(places.database)), ...notes.keys()]);
  const audit = async (applicationId: string): Promise<JournalAudit> => {
    const note = notes.get(applicationId);
    const pinned = await pinnedKeyOf?.(applicationId);
    const from = firstToRead(resume ? note : undefined);
    return withStoredJournal(places, applicationId, from, (journal) =>
      auditJournal(journal, note, { pinned, witnesses }),
    );
  };
  const running: Promise<JournalAudit>[] = [];
  try {
    for (const applicationId of applications) {
      const started = audit(applicationId);
      // It is awaited when those before it are done.
      started.catch(() => undefined);
      running.push(started);
      if (running.length < auditConnections) continue;
      const first = running.shift();
      if (first) yield await first;
    }
    for (const each of running) yield await each;
  } finally {
    await Promise.allSettled(running);
  }
}
