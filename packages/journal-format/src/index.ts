export {
  auditJournal,
  firstToRead,
  type JournalAudit,
  type JournalFound,
  type JournalNote,
  type KnownKeys,
  type Unchecked,
} from './audit-journal.js';
export {
  encodeBlock,
  noArchive,
  pathOfArchivedTile,
  pathsOfBlock,
  readBlock,
  type ArchivedEntry,
  type ArchiveFiles,
  type Block,
} from './archived-entries.js';
export { isSignedChainCheckpoint, type SignedChainCheckpoint } from './journal-checkpoint.js';
export {
  administrative,
  chainEntries,
  contentOf,
  genesisOf,
  hashOfEntry,
  type ChainedEntry,
  type JournalEntry,
  type JournalHead,
  type PlacedEntry,
  type StoredEntry,
} from './journal-entry.js';
export { hasLeaf, leafDataOf } from './journal-leaf.js';
export { endOfPage, entriesOfPage, parseJournalPage, type JournalPageJson } from './journal-page.js';
export { readSignedCheckpoint, type SignedCheckpoint, type StoredNote } from './log-checkpoint.js';
export { type LogFinding, type LogHead, type LogProblem } from './verify-log.js';
