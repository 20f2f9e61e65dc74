import type { SignedCheckpoint } from './journal-checkpoint.js';
import type { ChainedEntry, JournalHead } from './journal-entry.js';
import { createChainVerifier, type ChainFinding } from './verify-chain.js';

/** An application's journal as it was found: in the database, or in a copy that was exported. */
export type JournalFound = {
  readonly applicationId: string;
  readonly head: JournalHead | undefined;
  /** In order. */
  readonly checkpoints: readonly SignedCheckpoint[];
  readonly entries: AsyncIterable<ChainedEntry>;
};

/** What an auditor keeps of a journal that he found intact, out of reach of whoever has the database: where it ended, and its checkpoint key. */
export type JournalNote = JournalHead & { readonly publicKey: Uint8Array | undefined };

export type JournalAudit = {
  readonly applicationId: string;
  readonly finding: ChainFinding;
  /** That were read until the first problem. */
  readonly entries: number;
  /** What comes after it, no signer has vouched for yet. */
  readonly newest: SignedCheckpoint | undefined;
  /** What to keep for the next time: the old note when the journal is not intact. */
  readonly note: JournalNote | undefined;
};

/** Verifies one application's journal against itself, the signers' checkpoints and what was noted before. */
export async function auditJournal(
  { applicationId, head, checkpoints, entries }: JournalFound,
  noted: JournalNote | undefined,
): Promise<JournalAudit> {
  const verifier = createChainVerifier(applicationId, { checkpoints, noted });
  const newest = checkpoints.at(-1);
  let count = 0;
  for await (const entry of entries) {
    const problem = verifier.take(entry);
    if (problem) return { applicationId, finding: problem, entries: count, newest, note: noted };
    count++;
  }
  const finding = verifier.end(head);
  const publicKey = noted?.publicKey ?? newest?.publicKey;
  const note = finding.intact && head ? { ...head, publicKey } : noted;
  return { applicationId, finding, entries: count, newest, note };
}
