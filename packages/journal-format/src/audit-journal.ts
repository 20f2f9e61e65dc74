import type { SignedCheckpoint } from './journal-checkpoint.js';
import type { ChainedEntry, JournalHead } from './journal-entry.js';
import { createChainVerifier, type ChainFinding } from './verify-chain.js';

/** An application's journal as found: in the database, or in an exported copy. */
export type JournalFound = {
  readonly applicationId: string;
  readonly head: JournalHead | undefined;
  /** In order. */
  readonly checkpoints: readonly SignedCheckpoint[];
  readonly entries: AsyncIterable<ChainedEntry>;
};

/**
 * What an auditor keeps about an intact journal, out of reach of anyone with the database: its end and its
 * checkpoint key.
 */
export type JournalNote = JournalHead & { readonly publicKey: Uint8Array | undefined };

/**
 * `checkpoint-key`: whether the checkpoints are a signer's, because nothing but they themselves says whose
 * key they are signed with. `no-checkpoint`: no signer has signed any of it. `rollback`: whether the end
 * was cut off with the later checkpoints, or everything was rewritten before the first one,
 * because nothing was noted before. `end`: the entries after the newest checkpoint, which no signer
 * has signed yet.
 */
export type Unchecked = 'checkpoint-key' | 'no-checkpoint' | 'rollback' | 'end';

export type JournalAudit = {
  readonly applicationId: string;
  readonly finding: ChainFinding;
  /** The entries read until the first problem. */
  readonly entries: number;
  /** The last checkpoint. No signer has signed one for later entries yet. */
  readonly newest: SignedCheckpoint | undefined;
  /** What could not be checked for lack of a witness. */
  readonly unchecked: readonly Unchecked[];
  /** What to keep for the next time: the old note if the journal is not intact. */
  readonly note: JournalNote | undefined;
};

/** Verifies one application's journal against itself, the signers' checkpoints and earlier notes. */
export async function auditJournal(
  { applicationId, head, checkpoints, entries }: JournalFound,
  noted: JournalNote | undefined,
  pinnedKey?: Uint8Array,
): Promise<JournalAudit> {
  const verifier = createChainVerifier(applicationId, { checkpoints, noted, pinnedKey });
  const newest = checkpoints.at(-1);
  const unchecked = uncheckedOf(head, newest, noted, pinnedKey);
  let count = 0;
  for await (const entry of entries) {
    const problem = verifier.take(entry);
    if (problem) return { applicationId, finding: problem, entries: count, newest, unchecked, note: noted };
    count++;
  }
  const finding = verifier.end(head);
  // An unproven key cannot be compared with later ones. It is noted because the next run has nothing better.
  const publicKey = pinnedKey ?? noted?.publicKey ?? newest?.publicKey;
  const note = finding.intact && head ? { ...head, publicKey } : noted;
  return { applicationId, finding, entries: count, newest, unchecked, note };
}

function uncheckedOf(
  head: JournalHead | undefined,
  newest: SignedCheckpoint | undefined,
  noted: JournalNote | undefined,
  pinnedKey: Uint8Array | undefined,
): readonly Unchecked[] {
  const missing: Unchecked[] = [];
  if (!newest) missing.push('no-checkpoint');
  else if (!pinnedKey && !noted?.publicKey) missing.push('checkpoint-key');
  if (!noted) missing.push('rollback');
  if (newest && head && head.seq > BigInt(newest.seq)) missing.push('end');
  return missing;
}
