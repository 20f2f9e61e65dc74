import { fromHex } from '../core/encoding.js';
import type { CheckpointKeyClaim } from './claims.js';
import { readSignedNote, type SignedNote } from './journal-note.js';
import { hexOf, readJournalPage, type JournalCheckpoint, type JournalPage } from './journal-page.js';
import { treeAfter, type JournalTree } from './journal-tree.js';
import { emptyRange, isCompactRange, rootOf, type CompactRange } from './merkle-tree.js';
import { ProofRefused } from './proof-refused.js';

/** Where a journal ended. Keep it where nobody with the service's database can change it. It is JSON. */
export type KeptHead = {
  readonly applicationId: string;
  /** 1, or when an operator last accepted that the end was lost, in Unix seconds. */
  readonly generation: number;
  /** The number of the last entry. */
  readonly seq: number;
  /** The tree of the entries: the roots of its perfect subtrees, the largest first. Hex. */
  readonly hashes: readonly string[];
  /** The key of its checkpoints, Ed25519 in hex. Null: there was none yet. */
  readonly publicKey: string | null;
  /** Whether `checkpointKey` of this run or an earlier one vouched for `publicKey`. */
  readonly attested: boolean;
};

export type JournalExpectation = {
  /** `keep` of an earlier run. The pages may begin after it, with `after` = its `seq`, or with the first entry. */
  readonly kept?: KeptHead | undefined;
  /** From `verifyAttestation` of documents that were asked for with the application's id. */
  readonly checkpointKey?: CheckpointKeyClaim | undefined;
  /** Known already if one of the others is given. */
  readonly applicationId?: string | undefined;
};

/**
 * `checkpoint-key`: whether the checkpoints are a signer's, because no attestation has named their key.
 * `no-checkpoint`: whether any of these entries is as a signer saw it, because no checkpoint is for one of them.
 * `rollback`: whether the end was cut off together with its checkpoints, because nothing was kept earlier. With `kept`,
 * `signedAt` says it of what came after. `end`: the entries after the newest checkpoint, which no signer has signed
 * yet. `loss`: what was lost before an operator accepted a loss. `removed`: what the first entries were, and whether
 * they were what was kept, because the service does not keep them any more. Their tree is part of what was compared.
 */
export type Unchecked = 'checkpoint-key' | 'no-checkpoint' | 'rollback' | 'loss' | 'end' | 'removed';

export type VerifiedJournal = {
  readonly applicationId: string;
  /** How many entries were read. */
  readonly entries: number;
  /** The number of the last entry under a checkpoint that was compared with what was read. 0: none. */
  readonly signedUntil: number;
  /**
   * When a signer signed that checkpoint: Unix seconds, by its clock. Null: none. Only its age shows that entries after
   * `kept` were cut off. Signers sign at most once a minute, and only what is new. So add an entry, such as a
   * signature, and demand one that was signed later. Within a generation, signers sign no journal that lacks what
   * they, or the witnesses, have signed.
   */
  readonly signedAt: number | null;
  /** What could not be checked for lack of a witness. Test for an empty list, and for the age of `signedAt`. */
  readonly unchecked: readonly Unchecked[];
  readonly keep: KeptHead;
};

/**
 * Verifies the journal of an application: `pages` are the answers of `GET /v1/audit` without filters, in order, up to
 * the one whose `next` is null. Every entry must have the hash that follows from its fields, their Merkle tree must be
 * that of each checkpoint, checkpoints must be signed by one key, and the journal must contain what was kept.
 * What could not be checked is no error: look at `unchecked`, and at the age of `signedAt`. Throws ProofRefused, with
 * `seq`. Keeps some kilobytes in memory, however long the journal is.
 */
export async function verifyJournal(
  pages: AsyncIterable<unknown> | Iterable<unknown>,
  expected: JournalExpectation = {},
): Promise<VerifiedJournal> {
  let seen: Seen | undefined;
  for await (const page of pages) seen = await withPage(seen, readJournalPage(page), expected);
  if (!seen) throw new ProofRefused('head-missing');
  const { kept } = expected;
  mustBeWhole(seen, kept);
  const { tree, last, key, compared, entries } = seen;
  const { size, hashes } = tree.range();
  const applicationId = last.application_id;
  const generation = seen.generation ?? kept?.generation ?? 1;
  return {
    applicationId,
    entries,
    signedUntil: compared?.size ?? 0,
    signedAt: compared?.time ?? null,
    unchecked: [...uncheckedOf(size, generation, compared, expected), ...removedOf(seen, kept)],
    keep: {
      applicationId,
      generation,
      seq: size,
      hashes: hashes.map(hexOf),
      publicKey: key ?? null,
      attested: key !== undefined && isAttested(expected),
    },
  };
}

function removedOf({ tree }: Seen, kept: KeptHead | undefined): readonly 'removed'[] {
  return tree.startSize > (kept?.seq ?? 0) ? ['removed'] : [];
}

function mustBeWhole({ tree, last, key }: Seen, kept: KeptHead | undefined): void {
  const { size } = tree.range();
  // Whoever goes on after the end gets no entries. Only the stated size shows that the end is gone.
  const least = Math.max(last.size, kept?.seq ?? 0);
  if (last.next !== null || size < least || last.size < tree.startSize)
    throw new ProofRefused('end-missing', undefined, size + 1);
  tree.mustHaveBecomeAll();
  if (size > last.size) throw new ProofRefused('head-changed', undefined, last.size);
  if (!key && kept?.publicKey) throw new ProofRefused('checkpoint-missing');
}

/** Every checkpoint that was accepted is signed by this key. */
function isAttested({ checkpointKey, kept }: JournalExpectation): boolean {
  return checkpointKey !== undefined || (kept?.attested === true && kept.publicKey !== null);
}

type Seen = {
  readonly tree: JournalTree;
  readonly last: JournalPage;
  /** The last note that came, and the key of all. */
  readonly note: string | undefined;
  readonly key: string | undefined;
  /** Of the checkpoints. Undefined: there was none. */
  readonly generation: number | undefined;
  /** The newest that was compared with the tree. */
  readonly compared: SignedNote | undefined;
  readonly entries: number;
};

async function withPage(
  seen: Seen | undefined,
  page: JournalPage,
  expected: JournalExpectation,
): Promise<Seen> {
  mustBeOfApplication(page, [seen?.last, expected.kept, expected.checkpointKey, expected]);
  const before = seen ?? {
    ...{ note: undefined, key: undefined, generation: undefined, compared: undefined },
    ...{ entries: 0, tree: await treeFrom(page, expected.kept) },
  };
  const { tree, entries } = before;
  const { application_id: applicationId, data, checkpoint } = page;
  const isNew = checkpoint !== null && checkpoint.note !== before.note;
  const signed = isNew ? await verifyCheckpoint(applicationId, checkpoint, expected, before) : undefined;
  const isCompared = signed !== undefined && (await tree.mustBecome(signed));
  for (const entry of data) await tree.append(entry);
  const read = { tree, last: page, entries: entries + data.length };
  const compared = isCompared ? signed : before.compared;
  if (!checkpoint || !signed) return { ...before, ...read, compared };
  const { note, public_key: key } = checkpoint;
  return { ...read, note, key, generation: signed.generation, compared };
}

type OfApplication = {
  readonly applicationId?: string | undefined;
  readonly application_id?: string | undefined;
};

function mustBeOfApplication(
  { application_id: applicationId }: JournalPage,
  known: readonly (OfApplication | undefined)[],
): void {
  for (const each of known) {
    const id = each?.applicationId ?? each?.application_id ?? applicationId;
    if (id !== applicationId) throw new ProofRefused('other-application');
  }
}

/** The tree before its first page. It continues the kept one if the page does. */
async function treeFrom(
  { application_id, data, removed }: JournalPage,
  kept: KeptHead | undefined,
): Promise<JournalTree> {
  const range = kept && rangeOf(kept);
  const continues = range && (data[0]?.seq ?? range.size + 1) === range.size + 1;
  const gone = removed && { size: removed.size, hashes: removed.hashes.map(fromHex) };
  if (gone && !isCompactRange(gone)) throw new ProofRefused('journal-malformed');
  const tree = treeAfter(application_id, continues ? range : (gone ?? emptyRange));
  if (range && range.size > 0) await tree.mustBecome({ size: range.size, root: await rootOf(range) });
  return tree;
}

/** A mistake of the caller is a RangeError. */
function rangeOf({ seq, hashes }: KeptHead): CompactRange {
  // What an earlier version told to keep has `hash` alone.
  if (!Array.isArray(hashes)) throw new RangeError('not what verifyJournal of this version told to keep');
  const range = { size: seq, hashes: hashes.map(fromHex) };
  if (!isCompactRange(range)) throw new RangeError('not what verifyJournal told to keep');
  return range;
}

async function verifyCheckpoint(
  applicationId: string,
  checkpoint: JournalCheckpoint,
  { kept, checkpointKey }: JournalExpectation,
  before: Pick<Seen, 'key' | 'generation'>,
): Promise<SignedNote> {
  const signed = await readSignedNote(checkpoint);
  if (signed?.applicationId !== applicationId) throw new ProofRefused('checkpoint-forged');
  const attested = checkpointKey && hexOf(checkpointKey.publicKey);
  const keys = [attested, kept?.publicKey ?? undefined, before.key].filter((each) => each !== undefined);
  if (!keys.every((each) => each === checkpoint.public_key))
    throw new ProofRefused('checkpoint-key-changed', undefined, signed.size);
  const earlier = before.generation ?? kept?.generation ?? signed.generation;
  if (signed.generation < earlier) throw new ProofRefused('rewritten', undefined, 1);
  if (signed.generation > earlier) throw new ProofRefused('loss-accepted');
  return signed;
}

function uncheckedOf(
  size: number,
  generation: number,
  newest: SignedNote | undefined,
  expected: JournalExpectation,
): readonly Unchecked[] {
  const missing: Unchecked[] = [];
  if (!newest) missing.push('no-checkpoint');
  else if (!isAttested(expected)) missing.push('checkpoint-key');
  if (!expected.kept) missing.push('rollback');
  if (!expected.kept && generation > 1) missing.push('loss');
  if (newest && size > newest.size) missing.push('end');
  return missing;
}
