import {
  cosignersOf,
  readSignedCheckpoint,
  type SignedCheckpoint,
  type StoredNote,
} from './log-checkpoint.js';
import {
  createLogVerifier,
  type FullTile,
  type LogFinding,
  type LogHead,
  type StatedEntry,
  type StatedHead,
} from './verify-log.js';
import {
  appendLeaves,
  emptyRange,
  rootOf,
  tileWidth,
  type CompactRange,
  type CosignerKey,
} from '@wallet-service/transparency-log';

/**
 * A tile as it is stored: 256 hashes of 32 bytes, one after another, and the root over them. An archive has only the
 * hashes.
 */
export type StoredTile = { readonly hashes: Uint8Array; readonly root: Uint8Array | undefined };

/** An application's journal as found: in the database, or in an exported copy. */
export type JournalFound = {
  readonly applicationId: string;
  /** As stated. Undefined: it is missing. */
  readonly head: StatedHead | undefined;
  /** In order. */
  readonly checkpoints: readonly StoredNote[];
  /** The tree of the entries that its source does not keep any more, because they had been kept long enough. */
  readonly removed?: CompactRange | undefined;
  /** From the entry `from` on, or from the first that is kept. */
  readonly entries: AsyncIterable<StatedEntry>;
  /** 1: the whole journal. Otherwise the number after the noted end, where the audit goes on. */
  readonly from: bigint;
  /** False: it was a hash chain, and the log does not have all of its entries yet. */
  readonly isImported: boolean;
  /** Undefined: the source has none. */
  readonly tiles?: {
    readonly count: number;
    readonly read: (level: number, index: number) => Promise<StoredTile | undefined>;
  };
};

/** What an auditor keeps about an intact journal, out of reach of anyone with the database. */
export type JournalNote = LogHead & {
  /** The newest checkpoint. Undefined: there was none yet. */
  readonly checkpoint: StoredNote | undefined;
  /** Whether a pinned key of this audit or an earlier one vouched for the checkpoint's key. */
  readonly attested: boolean;
};

/** What is known from elsewhere. */
export type KnownKeys = {
  /** The application's checkpoint key. */
  readonly pinned?: Uint8Array | undefined;
  /** Witnesses that must have cosigned the newest checkpoint. */
  readonly witnesses?: readonly CosignerKey[];
};

/**
 * `checkpoint-key`: whether the checkpoints are a signer's, because nothing but they themselves says whose
 * key they are signed with. `no-checkpoint`: no signer has signed any of it. `witness`: one of the given witnesses has
 * not cosigned the newest checkpoint. `rollback`: whether the end was cut off with the later checkpoints, or everything
 * was rewritten before the first one, because nothing was noted before. `loss`: what was lost before an operator
 * accepted a loss. `earlier`: whether the entries before the noted end are still as they were verified, because they
 * were not read again. `end`: the entries after the newest checkpoint, which no signer has signed yet. `chain`: entries
 * of a journal that was a hash chain, because the service has not verified and imported all of them yet. `removed`:
 * what the first entries were, because they are not kept any more. Their tree is part of what was checked.
 */
export type Unchecked =
  | 'checkpoint-key'
  | 'no-checkpoint'
  | 'witness'
  | 'rollback'
  | 'loss'
  | 'earlier'
  | 'end'
  | 'chain'
  | 'removed';

export type JournalAudit = {
  readonly applicationId: string;
  readonly finding: LogFinding;
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

/** The first entry of a journal that an audit needs to read, if it need not compare what was before the noted end. */
export function firstToRead(noted: JournalNote | undefined): bigint {
  return BigInt(noted?.size ?? 0) + 1n;
}

/**
 * Verifies one application's journal against itself, the signers' checkpoints and earlier notes. Throws a RangeError
 * if it begins neither with its first entry nor after the noted end.
 */
export async function auditJournal(
  journal: JournalFound,
  noted: JournalNote | undefined,
  keys: KnownKeys = {},
): Promise<JournalAudit> {
  const { applicationId, head, checkpoints, removed, tiles } = journal;
  const from = firstKept(journal);
  const verifier = createLogVerifier(applicationId, {
    checkpoints,
    pinnedKey: keys.pinned,
    noted: noted && { ...noted, publicKey: noted.checkpoint?.publicKey },
    from,
    removed,
    generation: head?.generation,
  });
  const last = checkpoints.at(-1);
  const signed = last && readSignedCheckpoint(applicationId, last);
  const newest = signed?.generation === verifier.reached().generation ? signed : undefined;
  const audited = (finding: LogFinding): JournalAudit => {
    const reached = verifier.reached();
    const unchecked = uncheckedOf({ ...journal, from }, reached, newest, noted, keys);
    const isNoted = finding.intact && journal.isImported;
    const attested = last !== undefined && isAttested(noted, keys);
    const note = isNoted ? { ...reached, checkpoint: last, attested } : noted;
    return { applicationId, from, newest, finding, entries: reached.size, unchecked, note };
  };
  for await (const entry of journal.entries) {
    const problem = verifier.take(entry) ?? (await wrongTile(tiles, verifier.filled()));
    if (problem) return audited(problem);
  }
  const finding = verifier.end(head);
  return audited(finding.intact ? (wrongCount(tiles, verifier.reached().size) ?? finding) : finding);
}

/** Whoever goes on after the noted end does not need what is gone before. */
function firstKept({ from, removed }: JournalFound): bigint {
  const first = BigInt(removed?.size ?? 0) + 1n;
  return from > first ? from : first;
}

async function wrongTile(
  tiles: JournalFound['tiles'],
  filled: readonly FullTile[],
): Promise<LogFinding | undefined> {
  for (const { level, index, root } of tiles ? filled : []) {
    const stored = await tiles?.read(level, index);
    const seq = BigInt(index * tileWidth ** (level + 1) + 1);
    if (!stored) return { intact: false, seq, problem: 'tile-missing' };
    const hashes = Array.from({ length: tileWidth }, (_, at) =>
      stored.hashes.subarray(32 * at, 32 * at + 32),
    );
    const given = rootOf(appendLeaves(emptyRange, hashes).range);
    if (![given, stored.root ?? given].every((each) => Buffer.compare(each, root) === 0))
      return { intact: false, seq, problem: 'tile-changed' };
  }
  return undefined;
}

/** Also of entries that were not read again: a journal that lost a tile of them has too few. */
function wrongCount(tiles: JournalFound['tiles'], size: number): LogFinding | undefined {
  let full = 0;
  for (let leaves = tileWidth; leaves <= size; leaves *= tileWidth) full += Math.floor(size / leaves);
  if (!tiles || tiles.count === full) return undefined;
  const problem = tiles.count > full ? 'tile-out-of-place' : 'tile-missing';
  return { intact: false, seq: BigInt(tiles.count > full ? size + 1 : 1), problem };
}

function isAttested(noted: JournalNote | undefined, { pinned }: KnownKeys): boolean {
  return pinned !== undefined || (noted?.checkpoint !== undefined && noted.attested);
}

function unreadOf({ from, removed }: Pick<JournalFound, 'from' | 'removed'>): readonly Unchecked[] {
  if (from > BigInt(removed?.size ?? 0) + 1n) return ['earlier'];
  return removed ? ['removed'] : [];
}

function uncheckedOf(
  { from, isImported, removed }: JournalFound,
  { size, generation }: LogHead,
  newest: SignedCheckpoint | undefined,
  noted: JournalNote | undefined,
  keys: KnownKeys,
): readonly Unchecked[] {
  const { witnesses = [] } = keys;
  const missing: Unchecked[] = [];
  if (!newest) missing.push('no-checkpoint');
  else if (!isAttested(noted, keys)) missing.push('checkpoint-key');
  if (newest && cosignersOf(newest, witnesses).length < witnesses.length) missing.push('witness');
  if (!noted) missing.push('rollback');
  if (!noted && generation > 1) missing.push('loss');
  missing.push(...unreadOf({ from, removed }));
  if (newest && size > newest.size) missing.push('end');
  if (!isImported) missing.push('chain');
  return missing;
}
