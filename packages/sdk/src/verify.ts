// Proofs that need no trust in the service: WebCrypto alone verifies them, offline.
export type { AnsweredBytes } from './verify/answered.js';
export { verifyAttestation, verifySelfSignedAttestation } from './verify/attestation.js';
export { awsNitroRootG1 } from './verify/aws-nitro-root.js';
export type { AttestedClaims, CheckpointKeyClaim } from './verify/claims.js';
export type { Freshness } from './verify/freshness.js';
export { verifyJournal } from './verify/journal.js';
export type { JournalExpectation, KeptHead, Unchecked, VerifiedJournal } from './verify/journal.js';
export { entriesOfReceipt, verifyJournalEntries } from './verify/journal-proof.js';
export type { VerifiedEntries } from './verify/journal-proof.js';
export type { JournalEntry } from './verify/journal-page.js';
export { verifyNitroDocument } from './verify/nitro.js';
export type { DocumentExpectation, VerifiedDocument } from './verify/nitro.js';
export { ProofRefused, proofRefusals } from './verify/proof-refused.js';
export type { ProofRefusal } from './verify/proof-refused.js';
export { hashOfRequest, verifyReceipt } from './verify/receipt.js';
export type { ClientRequest, ReceiptExpectation, VerifiedReceipt } from './verify/receipt.js';
