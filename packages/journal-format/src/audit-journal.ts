import type { SignedCheckpoint } from './journal-checkpoint.js';
import type { ChainedEntry, JournalHead } from './journal-entry.js';
import { createChainVerifier, type ChainFinding } from './verify-chain.js';

/** An application's journal as found: in the database, or in an exported copy. */
export type JournalFound = {
  readonly applicationId: string;
  readonly head: JournalHead | undefined;
  /** In order. */
  readonly checkpoints: readonly SignedCheckpoint[];
  /** From the entry `from` on. */
  readonly entries: AsyncIterable<ChainedEntry>;
  /** 1: the whole journal. Otherwise the number of the noted entry, after which the audit goes on. */
  readonly from: bigint;
};

/** What an auditor keeps about an intact journal, out of reach of anyone with the database. */
export type JournalNote = JournalHead & {
  /** The key of its checkpoints. Undefined: there was none yet. */
  readonly publicKey: Uint8Array | undefined;
  /** Whether a pinned key of this audit or an earlier one vouched for `publicKey`. */
  readonly attested: boolean;
};

/**
 * `checkpoint-key`: whether the checkpoints are a signer's, because nothing but they themselves says whose
 * key they are signed with. `no-checkpoint`: no signer has signed any of it. `rollback`: whether the end
 * was cut off with the later checkpoints, or everything was rewritten before the first one,
 * because nothing was noted before. `earlier`: whether the entries before the noted one are still as they were
 * verified, because they were not read again. `end`: the entries after the newest checkpoint, which no signer
 * has signed yet.
 */
export type Unchecked = 'checkpoint-key' | 'no-checkpoint' | 'rollback' | 'earlier' | 'end';

export type JournalAudit = {
  readonly applicationId: string;
  readonly finding: ChainFinding;
  /** The number of the first entry that was read. */
  readonly from: bigint;
  /** The number of the last entry that was read, before the first problem. */
  readonly entries: number;
  /** The last checkpoint. No signer has signed one for later entries yet. */
  readonly newest: SignedCheckpoint | undefined;
  /** What could not be checked for lack of a witness. */
  readonly unchecked: readonly Unchecked[];
  /** What to keep for the next time: the old note if the journal is not intact. */
  readonly note: JournalNote | undefined;
};

/** The first entry of a journal that an audit needs to read, if it need not compare what was before the noted one. */
export function firstToRead(noted: JournalNote | undefined): bigint {
  return noted && noted.seq > 0n ? noted.seq : 1n;
}

/**
 * Verifies one application's journal against itself, the signers' checkpoints and earlier notes. Throws a RangeError
 * if it begins neither with its first nor with the noted entry.
 */
export async function auditJournal(
  journal: JournalFound,
  noted: JournalNote | undefined,
  pinnedKey?: Uint8Array,
): Promise<JournalAudit> {
  const { applicationId, head, checkpoints, from } = journal;
  const verifier = createChainVerifier(applicationId, { checkpoints, noted, pinnedKey, from });
  const newest = checkpoints.at(-1);
  const result = { applicationId, from, newest, unchecked: uncheckedOf(journal, noted, pinnedKey) };
  let entries = Number(from) - 1;
  for await (const entry of journal.entries) {
    const problem = verifier.take(entry);
    if (problem) return { ...result, finding: problem, entries, note: noted };
    entries++;
  }
  const finding = verifier.end(head);
  const note = finding.intact && head ? noteOf(head, newest, noted, pinnedKey) : noted;
  return { ...result, finding, entries, note };
}

/** Every checkpoint that was accepted is signed by the noted key. */
function noteOf(
  { seq, hash }: JournalHead,
  newest: SignedCheckpoint | undefined,
  noted: JournalNote | undefined,
  pinnedKey: Uint8Array | undefined,
): JournalNote {
  if (!newest) return { seq, hash, publicKey: undefined, attested: false };
  return { seq, hash, publicKey: newest.publicKey, attested: isAttested(noted, pinnedKey) };
}

function isAttested(noted: JournalNote | undefined, pinnedKey: Uint8Array | undefined): boolean {
  return pinnedKey !== undefined || (noted?.publicKey !== undefined && noted.attested);
}

function uncheckedOf(
  { head, checkpoints, from }: JournalFound,
  noted: JournalNote | undefined,
  pinnedKey: Uint8Array | undefined,
): readonly Unchecked[] {
  const newest = checkpoints.at(-1);
  const missing: Unchecked[] = [];
  if (!newest) missing.push('no-checkpoint');
  else if (!isAttested(noted, pinnedKey)) missing.push('checkpoint-key');
  if (!noted) missing.push('rollback');
  if (from > 1n) missing.push('earlier');
  if (newest && head && head.seq > BigInt(newest.seq)) missing.push('end');
  return missing;
}
