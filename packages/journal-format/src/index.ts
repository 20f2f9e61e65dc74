export {
  auditJournal,
  firstToRead,
  type JournalAudit,
  type JournalFound,
  type JournalNote,
  type Unchecked,
} from './audit-journal.js';
export { isSignedCheckpoint, type SignedCheckpoint } from './journal-checkpoint.js';
export {
  chainEntries,
  contentOf,
  genesisOf,
  hashOfEntry,
  type ChainedEntry,
  type JournalEntry,
  type JournalHead,
} from './journal-entry.js';
export { endOfPage, entriesOfPage, parseJournalPage, type JournalPageJson } from './journal-page.js';
export { createChainVerifier, verifyChain, type ChainFinding, type ChainProblem } from './verify-chain.js';
export { leafDataOf } from './journal-leaf.js';
