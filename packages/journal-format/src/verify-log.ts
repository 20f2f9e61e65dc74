import {
  appendLeaves,
  emptyRange,
  isCompactRange,
  leafHashOf,
  rootOf,
  tileHeight,
  type CompactRange,
  type HashedNode,
  type Tile,
} from '@wallet-service/transparency-log';
import type { PlacedEntry } from './journal-entry.js';
import { hasLeaf, leafDataOf } from './journal-leaf.js';
import { readSignedCheckpoint, type SignedCheckpoint, type StoredNote } from './log-checkpoint.js';

/** An entry as its source states it. */
export type StatedEntry = PlacedEntry & {
  /** Its leaf hash, if the source states one. */
  readonly leafHash?: Uint8Array | undefined;
};

/** The end of an application's log: all that is needed of its tree to go on. */
export type LogHead = CompactRange & {
  /** 1, or when an operator last accepted that the end was lost, in Unix seconds. */
  readonly generation: number;
};

/** The end as the source of the entries states it. A copy states only the size. */
export type StatedHead = { readonly size: number } & Partial<LogHead>;

export type LogFinding =
  | { readonly intact: true; readonly entries: number }
  /** `seq`: the first entry that is not, or may not be, as it was written. */
  | { readonly intact: false; readonly seq: bigint; readonly problem: LogProblem };

export type LogProblem =
  | 'entry-changed'
  | 'entry-missing'
  | 'entry-out-of-place'
  | 'entry-of-another-application'
  | 'end-missing'
  | 'head-changed'
  | 'head-missing'
  /** Consistent in itself, but not what a checkpoint or a note says: rewritten from here on. */
  | 'rewritten'
  /** Is not what its entries give. */
  | 'tile-changed'
  | 'tile-missing'
  /** Of entries that the log does not have. */
  | 'tile-out-of-place'
  /** Since the note an operator accepted that entries were lost. */
  | 'loss-accepted'
  /** There was one earlier. */
  | 'checkpoint-missing'
  | 'checkpoint-forged'
  | 'checkpoint-key-changed';

export type LogWitnesses = {
  /** In order. */
  readonly checkpoints?: readonly StoredNote[];
  /** The application's checkpoint key, as signers attest it or from another source. */
  readonly pinnedKey?: Uint8Array | undefined;
  /** An earlier end and checkpoint key of the application, kept elsewhere. */
  readonly noted?: (LogHead & { readonly publicKey?: Uint8Array | undefined }) | undefined;
  /** The number of the first entry to take: 1 if left out, or the one after the noted end. */
  readonly from?: bigint;
  /** The tree of what the source does not keep any more. It is proven by what follows and by checkpoints of that. */
  readonly removed?: CompactRange | undefined;
  /** As the source states it. Checkpoints of earlier ones are of trees that an operator gave up. */
  readonly generation?: number | undefined;
};

/** A tile (C2SP tlog-tiles) with all of its 256 hashes, and the root over them. */
export type FullTile = Tile & { readonly root: Uint8Array };

export type LogVerifier = {
  /** The next entry in order. The first problem is final. */
  readonly take: (stated: StatedEntry) => LogFinding | undefined;
  /** The tiles that the last entry made full. */
  readonly filled: () => readonly FullTile[];
  /** Undefined: it is missing. */
  readonly end: (head: StatedHead | undefined) => LogFinding;
  /** The end of what was taken. */
  readonly reached: () => LogHead;
};

/**
 * Verifies a log entry by entry, so that one of any length can be read in pages. Throws a RangeError if `from` is not
 * 1, the entry after the noted end, or the one after what is not kept any more.
 */
export function createLogVerifier(applicationId: string, witnesses: LogWitnesses = {}): LogVerifier {
  const { noted, removed, from = 1n } = witnesses;
  const notedSize = noted?.size ?? 0;
  const start = [emptyRange, noted ?? emptyRange, removed ?? emptyRange].find(
    ({ size }) => from === BigInt(size + 1),
  );
  if (!start || !isCompactRange(start))
    throw new RangeError(
      'a log is read from its first entry, from the one after the noted end, or after what is gone',
    );
  const known = readWitnesses(applicationId, witnesses);
  let { broken } = known;
  let range: CompactRange = start;
  let filled: readonly FullTile[] = [];
  let comparedUntil = 0;
  const found = (at: number, problem: LogProblem): LogFinding => (broken = brokenAt(at, problem));

  /** With what is known of a tree of this size. */
  function compare(): LogFinding | undefined {
    const roots = known.rootsAt(range.size);
    if (roots.length === 0) return undefined;
    const root = rootOf(range);
    if (!roots.every((one) => same(one, root))) return found(comparedUntil + 1, 'rewritten');
    comparedUntil = range.size;
    return undefined;
  }

  if (!broken && range.size > 0) compare();

  return {
    take(stated) {
      if (broken) return broken;
      const expected = range.size + 1;
      if (!hasLeaf(stated.entry)) return found(expected, 'entry-changed');
      const leaf = leafHashOf(leafDataOf(stated.entry));
      const problem = problemOf(applicationId, expected, stated, leaf);
      if (problem) return found(expected, problem);
      const appended = appendLeaves(range, [leaf]);
      ({ range } = appended);
      filled = fullTilesIn(appended.completed);
      return compare();
    },
    filled: () => filled,
    end(head) {
      if (broken) return broken;
      const { size } = range;
      if (!head) return found(size, 'head-missing');
      if (size < Math.max(head.size, known.signedUntil, notedSize)) return found(size + 1, 'end-missing');
      // Whoever goes on after the end gets no entries. Only the stated size shows that the end is gone.
      if (from > 1n && head.size < notedSize) return found(head.size + 1, 'end-missing');
      if (size > head.size || !isEnd(head, range)) return found(head.size, 'head-changed');
      if (known.isCheckpointMissing) return found(notedSize + 1, 'checkpoint-missing');
      return { intact: true, entries: size };
    },
    reached: () => ({ ...range, generation: known.generation }),
  };
}

type Broken = Exclude<LogFinding, { readonly intact: true }>;

/** What the log must be, by those who signed it or noted it. */
type Known = {
  readonly broken: Broken | undefined;
  readonly generation: number;
  /** The roots that a tree of that size must have. */
  readonly rootsAt: (size: number) => readonly Uint8Array[];
  /** The size of the last checkpoint. */
  readonly signedUntil: number;
  /** There was one earlier. */
  readonly isCheckpointMissing: boolean;
};

function readWitnesses(
  applicationId: string,
  { checkpoints = [], noted, pinnedKey, generation: stated }: LogWitnesses,
): Known {
  const read = readCheckpoints(applicationId, checkpoints, [pinnedKey, noted?.publicKey]);
  const signed = 'problem' in read ? [] : read;
  const said = [stated, signed.at(-1)?.generation].filter((each) => each !== undefined);
  const generation = said.length > 0 ? Math.max(...said) : (noted?.generation ?? 1);
  const current = signed.filter((each) => each.generation === generation);
  const roots = current.map(({ size, root }) => ({ size, root }));
  if (noted && noted.size > 0) roots.push({ size: noted.size, root: rootOf(noted) });
  return {
    broken: 'problem' in read ? read : wrongGeneration(generation, noted),
    generation,
    rootsAt: rootsBySize(roots),
    signedUntil: current.at(-1)?.size ?? 0,
    isCheckpointMissing: noted?.publicKey !== undefined && checkpoints.length === 0,
  };
}

function rootsBySize(
  roots: readonly { readonly size: number; readonly root: Uint8Array }[],
): Known['rootsAt'] {
  const bySize = new Map<number, readonly Uint8Array[]>();
  for (const { size, root } of roots) bySize.set(size, [...(bySize.get(size) ?? []), root]);
  return (size) => bySize.get(size) ?? [];
}

function wrongGeneration(generation: number, noted: LogHead | undefined): Broken | undefined {
  if (!noted || generation === noted.generation) return undefined;
  return generation > noted.generation ? brokenAt(noted.size + 1, 'loss-accepted') : brokenAt(1, 'rewritten');
}

function problemOf(
  applicationId: string,
  expected: number,
  { seq, entry, leafHash }: StatedEntry,
  leaf: Uint8Array,
): LogProblem | undefined {
  if (entry.applicationId !== applicationId) return 'entry-of-another-application';
  if (seq > BigInt(expected)) return 'entry-missing';
  if (seq < BigInt(expected)) return 'entry-out-of-place';
  return leafHash && !same(leafHash, leaf) ? 'entry-changed' : undefined;
}

function fullTilesIn(completed: readonly HashedNode[]): readonly FullTile[] {
  return completed
    .filter(({ level }) => level > 0 && level % tileHeight === 0)
    .map(({ level, index, hash: root }) => ({ level: level / tileHeight - 1, index, root }));
}

function isEnd({ size, hashes }: StatedHead, range: CompactRange): boolean {
  return hashes === undefined || same(rootOf({ size, hashes }), rootOf(range));
}

function brokenAt(seq: number, problem: LogProblem): Broken {
  return { intact: false, seq: BigInt(seq), problem };
}

/** Whether the entries are the application's whole log, as it was written, up to `head`. */
export function verifyLog(
  applicationId: string,
  entries: Iterable<StatedEntry>,
  head: StatedHead | undefined,
  witnesses: LogWitnesses = {},
): LogFinding {
  const verifier = createLogVerifier(applicationId, witnesses);
  for (const entry of entries) {
    const finding = verifier.take(entry);
    if (finding) return finding;
  }
  return verifier.end(head);
}

function readCheckpoints(
  applicationId: string,
  checkpoints: readonly StoredNote[],
  known: readonly (Uint8Array | undefined)[],
): readonly SignedCheckpoint[] | Broken {
  const keys = [...known, checkpoints[0]?.publicKey].filter((key) => key !== undefined);
  const read: SignedCheckpoint[] = [];
  for (const stored of checkpoints) {
    const checkpoint = readSignedCheckpoint(applicationId, stored);
    const seq = BigInt(checkpoint?.size ?? (read.at(-1)?.size ?? 0) + 1);
    if (!checkpoint) return { intact: false, seq, problem: 'checkpoint-forged' };
    if (!keys.every((key) => same(checkpoint.publicKey, key)))
      return { intact: false, seq, problem: 'checkpoint-key-changed' };
    read.push(checkpoint);
  }
  return read;
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
