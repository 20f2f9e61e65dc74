export { auditJournal } from './journal/audit-journal.js';
export type { JournalAudit, JournalNote, Unchecked } from './journal/audit-journal.js';
export { auditStoredJournals } from './journal/audit-stored-journals.js';
export { parseJournalPage, readExportedJournal } from './journal/exported-journal-store.js';
export { readNotes, writeNotes } from './journal/journal-notes-store.js';
